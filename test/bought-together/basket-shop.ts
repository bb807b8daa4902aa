import { MockActivityEnvironment } from '@temporalio/testing';
import { createBoughtTogetherActivities } from '#activities/bought-together/bought-together.activities.js';
import { newId } from '#lib/ids.js';
import type { Container } from '#runtime/container.js';
import { createSellableVariant } from '../_support/orders.js';
import { createVendor } from '../_support/vendors.js';

const DAY_MS = 86_400_000;

/** Products with one letter each, and orders of them, written as rows. */
export async function createBasketShop(container: Container) {
  const { knex } = container;
  const { vendorId } = await createVendor(container);
  const products = new Map<string, string>();

  async function productOf(name: string): Promise<string> {
    const known = products.get(name);
    if (known) return known;
    const { productId } = await createSellableVariant(container, vendorId, { title: `Product ${name}` });
    products.set(name, productId);
    return productId;
  }

  /**
   * One confirmed order of the products `basket` names, by a letter each. What stands after a slash is of a cancelled
   * sub-order: `AB/C`.
   */
  async function order(
    basket: string | readonly string[],
    { daysAgo = 1, confirmed = true }: { daysAgo?: number; confirmed?: boolean } = {},
  ): Promise<void> {
    const id = newId();
    const at = new Date(Date.now() - daysAgo * DAY_MS);
    const money = { subtotal: 1, shippingTotal: 0, taxTotal: 0 };
    await knex('orders').insert({
      id,
      orderNumber: `B-${id}`,
      userId: newId(),
      cartId: newId(),
      email: 'a@example.com',
      customerName: 'Asha',
      status: confirmed ? 'confirmed' : 'pending_payment',
      paymentProviderId: 'cod',
      paymentMethod: 'cod',
      currency: 'INR',
      ...money,
      grandTotal: 1,
      pricesIncludeTax: true,
      shippingAddress: '{}',
      billingAddress: '{}',
      placedAt: at,
      confirmedAt: confirmed ? at : null,
    });
    const [bought = '', cancelled = ''] = typeof basket === 'string' ? basket.split('/') : [];
    const subOrders = typeof basket === 'string' ? [[...bought], [...cancelled]] : [[...basket]];
    for (const [index, names] of subOrders.entries()) {
      if (names.length === 0) continue;
      const [subOrder] = (await knex('orders_sub_orders')
        .insert({
          orderId: id,
          vendorId: index === 0 ? vendorId : (await createVendor(container)).vendorId,
          status: index === 0 ? 'pending' : 'cancelled',
          vendorName: 'x',
          ...money,
          total: 1,
          commissionBps: 0,
          placedAt: at,
          confirmedAt: at,
        })
        .returning('id')) as { id: string }[];
      const lines = await Promise.all(
        names.map(async (name, position) => ({
          orderId: id,
          subOrderId: subOrder?.id,
          vendorId,
          productId: await productOf(name),
          variantId: newId(),
          position,
          title: name,
          quantity: 1,
          originalPrice: 1,
          unitPrice: 1,
          lineSubtotal: 1,
          taxTotal: 0,
          total: 1,
        })),
      );
      await knex('orders_lines').insert(lines);
    }
  }

  return {
    vendorId,
    productOf,
    order,
    async orders(count: number, basket: string, options?: Parameters<typeof order>[1]): Promise<void> {
      for (let made = 0; made < count; made += 1) await order(basket, options);
    },
    /** The stored pairs by the letters of their products, `A>B`; confidence in six digits. */
    async pairs(): Promise<Record<string, { confidence: number; orders: number }>> {
      const names = new Map([...products].map(([name, id]) => [id, name]));
      const rows = (await knex('bought_together_pairs').select('*')) as {
        productId: string;
        otherId: string;
        confidence: string | number;
        orders: number;
      }[];
      return Object.fromEntries(
        rows.map(({ productId, otherId, confidence, orders }) => [
          `${names.get(productId)}>${names.get(otherId)}`,
          { confidence: Math.round(Number(confidence) * 1e6) / 1e6, orders },
        ]),
      );
    },
    /** Mines as the workflow does. */
    async mine(miningId = newId(), until = new Date(), deps: Container = container): Promise<void> {
      const activities = createBoughtTogetherActivities(deps);
      const mining = { miningId, until: until.toISOString() };
      await new MockActivityEnvironment().run(activities.countBaskets, mining);
      await new MockActivityEnvironment().run(activities.replacePairs, mining);
    },
    async clear(): Promise<void> {
      await knex.raw('truncate orders cascade');
    },
  };
}

export type BasketShop = Awaited<ReturnType<typeof createBasketShop>>;
