import { newId } from '#lib/ids.js';
import { writeRestoreToken } from '#operations/abandoned-carts/restore-token.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';

/** The token of a reminder of the cart of the buyer that the sweep calls as. */
const reminder: MakeFixture = async ({ container: { knex, keyring }, fixtures }) => {
  await fixtures.make('cartItem');
  const cartId = await fixtures.make('cart');
  const cart = (await knex('carts').where({ id: cartId }).first('userId')) as { userId: string };
  const [seriesId, reminderId, now] = [newId(), newId(), new Date()];
  const { userId } = cart;
  await knex('abandoned_carts_series').insert({ id: seriesId, userId, cartId, startedAt: now });
  await knex('abandoned_carts_reminders').insert({ id: reminderId, seriesId, userId, step: 1, sentAt: now });
  const expiresAt = new Date(now.getTime() + 86_400_000);
  const body = { token: writeRestoreToken({ reminderId, expiresAt }, keyring) };
  return { body };
};

export const abandonedCartsRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /store/carts/restore': reminder,
};
