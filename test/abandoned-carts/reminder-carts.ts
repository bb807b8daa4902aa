import { systemContext } from '#domain/_shared/context.js';
import { createEmailPreferences } from '#operations/campaigns/email-preferences.js';
import { createBuyer, type TestBuyer } from '../_support/orders.js';
import { readyCart, vendorWithVariant } from '../_support/shop.js';
import type { ReminderShop } from './reminder-shop.js';

/** Carts of a shop that sends reminders, and what becomes of them. */
export function createReminderShopCarts(shop: ReminderShop) {
  const { container } = shop;
  const { knex } = container;
  /** A buyer whose session lasts for as long as tests move the clock on. */
  const newBuyer = async (anonymous = false): Promise<TestBuyer> => {
    const buyer = await createBuyer(container, { anonymous });
    await knex('accounts_sessions')
      .where({ userId: buyer.userId })
      .update({ expiresAt: new Date('2100-01-01') });
    return buyer;
  };

  return {
    buyer: newBuyer,

    /** A cart with an item; `confirmed` when its guest has verified the address. */
    async filled(options: { buyer?: TestBuyer; anonymous?: boolean; confirmed?: boolean } = {}) {
      const { variantId } = await vendorWithVariant(shop);
      const buyer = options.buyer ?? (await newBuyer(options.anonymous));
      const ready = await readyCart(shop, [{ variantId }], { buyer });
      const { id } = ready.cart;
      // As of the shop's clock, which tests move on.
      const fields = {
        updatedAt: container.clock.now(),
        ...(options.confirmed && { confirmedEmail: ready.buyer.email }),
      };
      await knex('carts').where({ id }).update(fields);
      return { ...ready, variantId };
    },

    /** The buyer changes the cart. */
    touch: (id: string) => knex('carts').where({ id }).update({ updatedAt: container.clock.now() }),

    unsubscribe: (address: string) => {
      const ctx = systemContext({ name: 'test' }, container.clock.now());
      const said = { address, source: 'test', topicId: shop.topicId };
      return container.unitOfWork.run(ctx, (tx) =>
        createEmailPreferences(container).unsubscribeTopic(tx, ctx, said),
      );
    },

    seriesOf: (cartId: string) =>
      knex('abandoned_carts_series').where({ cartId }).orderBy('startedAt', 'desc').first(),

    waiting: async (cartId: string) =>
      (await knex('abandoned_carts_waiting').where({ cartId }).first('cartId')) !== undefined,
  };
}
