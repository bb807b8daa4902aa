import { newId } from '#lib/ids.js';
import type { Container } from '#runtime/container.js';
import { setSettings } from '../_support/settings.js';

/** Turns reminders of carts on, under a topic, with a storefront that they link to. */
export const turnRemindersOn = (container: Container, topicId: string): Promise<void> =>
  setSettings(container, {
    'store.storefront_urls.store_url': 'https://shop.example.com',
    'admin.email.abandoned_cart_topic': topicId,
  });

/** Reminders of the carts of the orders that there are, sent an hour before each was placed, and of as many that were not ordered. */
export async function fillReminders({ knex }: Container): Promise<void> {
  const orders = (await knex('orders').select('cartId', 'userId', 'placedAt')) as {
    cartId: string;
    userId: string;
    placedAt: Date;
  }[];
  for (const { cartId, userId, placedAt } of orders) {
    const sentAt = new Date(placedAt.getTime() - 3_600_000);
    for (const [index, cart] of [cartId, newId(), newId()].entries()) {
      const id = newId();
      await knex('abandoned_carts_series').insert({ id, userId, cartId: cart, startedAt: sentAt });
      for (let step = 1; step <= index + 1; step += 1)
        await knex('abandoned_carts_reminders').insert({
          id: newId(),
          seriesId: id,
          userId,
          step,
          sentAt,
          openedAt: index + step < 3 ? placedAt : null,
        });
    }
  }
}
