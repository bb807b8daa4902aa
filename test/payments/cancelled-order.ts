import { expect } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import {
  data,
  type PlacedResponse,
  placeOrder,
  readyCart,
  sandboxOrderOf,
  type TestShop,
} from '../_support/shop.js';

export interface RefundRow {
  id: string;
  status: string;
  providerRefundId: string | null;
  failureReason: string | null;
}

export interface CancelledOrder {
  placed: PlacedResponse;
  providerPaymentId: string;
  refund: RefundRow;
}

export function orderRow({ container }: TestShop, id: string): Promise<Record<string, unknown>> {
  return container.knex('orders').where({ id }).first() as Promise<Record<string, unknown>>;
}

export function refundRow({ container }: TestShop, id: string): Promise<RefundRow> {
  return container.knex('payments_refunds').where({ id }).first() as Promise<RefundRow>;
}

/** A paid order that its buyer cancels while the sandbox behaves like this, with the refund that follows. */
export async function cancelPaidOrder(
  shop: TestShop,
  variantId: string,
  controls: Parameters<TestShop['sandbox']['control']>[0],
): Promise<CancelledOrder> {
  const cart = await readyCart(shop, [{ variantId }]);
  const placed = data(await placeOrder(cart));
  const orderId = placed.order.id;
  const { id: providerPaymentId } = await shop.sandbox.pay(sandboxOrderOf(placed));
  await eventually(async () => expect(await orderRow(shop, orderId)).toMatchObject({ status: 'confirmed' }));
  shop.sandbox.control(controls);
  data(await cart.http.post(`/store/orders/${orderId}/cancel`));
  const refund = (await shop.container.knex('payments_refunds').where({ orderId }).first()) as RefundRow;
  return { placed, providerPaymentId, refund };
}
