import type { Container } from '#runtime/container.js';
import type { HttpClient } from '../_support/http-client.js';
import { createConfirmedOrder, type TestOrder } from '../_support/orders.js';
import { data } from '../_support/shop.js';

export const bank = {
  'payout.account_holder': 'Kaveri Textiles LLP',
  'payout.account_number': '001122334455',
  'payout.ifsc': 'HDFC0001234',
  'payout.pan': 'AAPFU0939F',
};

/** The vendor's owner says where payouts go. */
export async function setBank(owner: HttpClient): Promise<void> {
  data(await owner.patch('/vendor/settings', bank));
}

/** A paid order of a vendor that was delivered so many days ago. */
export async function deliveredSale(container: Container, vendorId: string, days = 8): Promise<TestOrder> {
  const order = await createConfirmedOrder(container, { vendorIds: [vendorId], paid: true });
  const deliveredAt = new Date(Date.now() - days * 86_400_000);
  const delivered = { status: 'delivered', deliveredAt };
  await container.knex('orders_sub_orders').where({ orderId: order.orderId }).update(delivered);
  return order;
}
