import { randomToken, sha256 } from '#lib/crypto.js';
import { newId } from '#lib/ids.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';

/** The share link of a separate list: that of the customer's own list changes while requests run side by side. */
const shareLink: MakeFixture = async ({ container: { knex }, fixtures }) => {
  const [id, token] = [newId(), randomToken()];
  const { userId } = fixtures.customer;
  await knex('wishlists').insert({
    id,
    userId,
    name: 'Shared',
    shareHash: sha256(token),
    sharedAt: new Date(),
  });
  await knex('wishlists_items').insert({ wishlistId: id, productId: await fixtures.make('product') });
  return { params: { token } };
};

/** Requests side by side create lists of one customer. */
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
};
