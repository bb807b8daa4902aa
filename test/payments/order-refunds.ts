import { expect } from '@jest/globals';
import type { HttpClient } from '../_support/http-client.js';
import type { TestOrder } from '../_support/orders.js';
import type { Container } from '#runtime/container.js';
import { systemContext } from '#domain/_shared/context.js';

export interface OrderRefund {
  id: string;
  amount: number;
  status: string;
  cause: string;
  orderVendorId: string | null;
  lines: { orderVendorId: string; lineId: string | null; quantity: number; tax: number; amount: number }[];
}

export function refund(
  http: HttpClient,
  orderId: string,
  body: object,
  headers: Record<string, string> = {},
) {
  return http.post<OrderRefund>(`/admin/orders/${orderId}/refunds`, { reason: 'Damaged', ...body }, headers);
}

/** The lines of one sub-order of a test order. */
export function linesOf(order: TestOrder, index = 0) {
  const id = order.subOrders[index]?.subOrderId;
  return order.written.lines.filter((line) => line.subOrderId === id);
}

/** The provider has sent the money back. */
export async function process({ unitOfWork, operations }: Container, refundId: string): Promise<void> {
  const ctx = systemContext({ name: 'test' }, new Date());
  const end = { status: 'processed' as const, providerRefundId: `rfnd-${refundId}` };
  const done = await unitOfWork.run(ctx, (tx) => operations.refundSettlement(tx, ctx, refundId, end));
  expect(done).toBe(true);
}
