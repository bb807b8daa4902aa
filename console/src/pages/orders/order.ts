import type { DataOf } from 'haat-client';

export type Order = DataOf<'getAdminOrdersByOrderId'>;
export type SubOrder = Order['vendors'][number];
export type Line = SubOrder['lines'][number];
export type Refund = DataOf<'getAdminOrdersByOrderIdRefunds'>[number];

/** What can still go back to the buyer, in subunits. */
export const refundable = (order: Order): number =>
  Math.max(
    0,
    order.payments.reduce((sum, { capturedAmount }) => sum + (capturedAmount ?? 0), 0) - order.refundedTotal,
  );

/** How many pieces of a line were refunded or have a refund under way. */
export function refundedPieces(line: Line, refunds: readonly Refund[]): number {
  return refunds
    .filter(({ status, givenUpAt }) => status !== 'failed' || givenUpAt === null)
    .flatMap(({ lines }) => lines)
    .filter(({ lineId }) => lineId === line.id)
    .reduce((sum, { quantity }) => sum + quantity, 0);
}
