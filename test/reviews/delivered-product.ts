import type { Container } from '#runtime/container.js';
import { createConfirmedOrder, type TestBuyer } from '../_support/orders.js';

/** A buyer's order of one product, its part delivered. */
export async function deliverProduct(
  container: Container,
  options: { buyer?: TestBuyer; productId?: string; vendorId?: string } = {},
): Promise<{ buyer: TestBuyer; productId: string; orderId: string }> {
  const lines = [{ title: 'Brass diya lamp', unitPrice: 49_900, quantity: 1 }];
  const vendors = options.vendorId ? { vendorIds: [options.vendorId] } : { vendors: [{}] };
  const { buyer, orderId, written } = await createConfirmedOrder(container, {
    ...options,
    ...vendors,
    lines,
  });
  const { knex } = container;
  if (options.productId)
    await knex('orders_lines').where({ orderId }).update({ productId: options.productId });
  await knex('orders_sub_orders').where({ orderId }).update({ status: 'delivered', deliveredAt: new Date() });
  const line = (await knex('orders_lines').where({ orderId: written.order.id }).first('productId')) as {
    productId: string;
  };
  return { buyer, productId: line.productId, orderId };
}
