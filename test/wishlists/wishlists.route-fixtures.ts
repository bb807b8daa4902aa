import { randomToken, sha256 } from '#lib/crypto.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';

/** The share link of a list of the world's customer. */
const shareLink: MakeFixture = async ({ container: { knex }, fixtures }) => {
  const id = await fixtures.make('wishlist');
  await fixtures.make('wishlistItem');
  const token = randomToken();
  await knex('wishlists')
    .where({ id })
    .update({ shareHash: sha256(token), sharedAt: new Date() });
  return { params: { token } };
};

/** Requests side by side create lists of one customer, and add to one list. */
const withRoom: MakeFixture = ({ container: { knex }, fixtures }) =>
  Promise.resolve({
    fit: async (json: unknown) => {
      await knex('wishlists_owners').where({ userId: fixtures.customer.userId }).update({ listCount: 0 });
      return json;
    },
  });

export const wishlistsRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /store/wishlists': withRoom,
  'GET /store/shared-wishlists/:token': shareLink,
  'GET /store/shared-wishlists/:token/items': shareLink,
};
