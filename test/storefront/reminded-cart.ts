import { newId } from '#lib/ids.js';
import { writeRestoreToken } from '#operations/abandoned-carts/restore-token.js';
import { createBuyer } from '../_support/orders.js';
import { data, type TestShop } from '../_support/shop.js';

export interface RemindedCart {
  token: string;
  /** Of the same reminder, a month later. */
  expired: string;
}

/** The cart of a buyer with one item, and the link of its reminder. */
export async function createRemindedCart(
  { container, http }: TestShop,
  variantId: string,
  { ordered = false } = {},
): Promise<RemindedCart> {
  const { knex, keyring, clock } = container;
  const { userId, token: session } = await createBuyer(container);
  const buyer = http.as(session);
  const { id: cartId } = data<{ id: string }>(await buyer.post('/store/carts', {}));
  data(await buyer.post(`/store/carts/${cartId}/items`, { variantId, quantity: 1 }));
  if (ordered) await knex('carts').where({ id: cartId }).update({ status: 'ordered' });
  const [seriesId, reminderId, now] = [newId(), newId(), clock.now()];
  await knex('abandoned_carts_series').insert({ id: seriesId, userId, cartId, startedAt: now });
  await knex('abandoned_carts_reminders').insert({ id: reminderId, seriesId, userId, step: 1, sentAt: now });
  const written = (expiresAt: Date) =>
    encodeURIComponent(writeRestoreToken({ reminderId, expiresAt }, keyring));
  return { token: written(new Date(now.getTime() + 86_400_000)), expired: written(now) };
}
