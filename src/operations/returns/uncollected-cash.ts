import { createSubOrdersRepository } from '#db/orders/sub-orders.repository.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { readRefundable } from '#db/payments/refundable.query.js';
import { createRefundsRepository } from '#db/payments/refunds.repository.js';
import { createParcelsRepository } from '#db/shipping/parcels.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { allocateParcel, amountOf } from '#domain/payments/allocate-refund.js';
import { piecesLeft, type RefundableSubOrder, type RefundLine } from '#domain/payments/refundable.js';
import type { ReturnRequest } from '#domain/returns/return-request.js';
import { worthOfPieces } from '#domain/shipping/parcel.js';
import type { Shipment } from '#domain/shipping/shipment.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createCreditNotes } from '#operations/invoices/issue-credit-notes.js';
import type { LockedSubOrder } from '#operations/orders/sub-order-transitions.js';
import { createStoreCreditMoves } from '#operations/store-credit/store-credit-moves.js';

interface Returned {
  lines: readonly { lineId: string; quantity: number }[];
  /** Whether all of the sub-order is back. */
  whole: boolean;
}

/**
 * A parcel of a cash order is back at its sender: its courier collected nothing. What would have been collected, with the
 * shipping where it was in this parcel, is kept as a processed refund, and booked with the sale as the cash of the other parcels
 * is taken. It is credited on the invoice at once.
 */
export const createUncollectedCash = builtOnce((deps: OperationDeps) => {
  const payments = createPaymentsRepository();
  const refunds = createRefundsRepository();
  const subOrders = createSubOrdersRepository();
  const parcels = createParcelsRepository();
  const creditNotes = createCreditNotes(deps);
  const storeCredit = createStoreCreditMoves(deps);

  /** At the amounts that the courier was to collect: those of the parcels sent before count from the last piece of a line. */
  function linesOf(
    own: RefundableSubOrder,
    sent: readonly Shipment[],
    parcel: Shipment,
    { lines }: Returned,
  ): RefundLine[] {
    const earlier = sent.filter(({ attempt }) => attempt < parcel.attempt).flatMap((item) => item.lines);
    const pieces = lines.flatMap(({ lineId, quantity }) => {
      const line = own.lines.find((item) => item.lineId === lineId);
      const left = line ? Math.min(quantity, piecesLeft(line)) : 0;
      if (!line || left === 0) return [];
      const before = earlier.reduce((sum, item) => sum + (item.lineId === lineId ? item.quantity : 0), 0);
      return [{ line, quantity: left, worth: worthOfPieces(line, before, left) }];
    });
    return allocateParcel(own, pieces, parcel.parcel === 1);
  }

  /** What of the cash of this parcel store credit has paid goes back: it pays the first parcels first. */
  async function releaseCredit(
    tx: Tx,
    ctx: Context,
    { order, subOrder }: LockedSubOrder,
    sent: readonly Shipment[],
    parcel: Shipment,
  ): Promise<void> {
    const back = await parcels.cameBack(tx, subOrder.id);
    const earlier = sent
      .filter(({ id, parcel: number }) => number < parcel.parcel && !back.has(id))
      .reduce((sum, { value }) => sum + (value ?? 0), 0);
    const used = Math.min(Math.max(subOrder.storeCredit - earlier, 0), parcel.value ?? 0);
    await storeCredit.releaseShare(tx, ctx, order, subOrder, subOrder.storeCredit - used);
  }

  /** @returns false where nothing of it is booked: it is no parcel of several, or its cash was taken, or nothing was delivered */
  return async function recordUncollected(
    tx: Tx,
    ctx: Context,
    locked: LockedSubOrder,
    { id, shipmentId, reason }: Pick<ReturnRequest, 'id' | 'shipmentId' | 'reason'>,
    returned: Returned,
  ): Promise<boolean> {
    const { order, subOrder } = locked;
    if (!shipmentId || subOrder.status === 'cancelled') return false;
    // Nothing is sold of a sub-order that came back before any of it was delivered.
    if (returned.whole && subOrder.deliveredAt === null) return false;
    const all = await payments.ofOrder(tx, order.id);
    const cash = all.find((item) => item.status === 'accepted');
    if (!cash || all.some((item) => !item.surplus && item.capturedAt)) return false;
    const sent = await parcels.sent(tx, subOrder.id);
    const parcel = sent.find((item) => item.id === shipmentId);
    const own = (await readRefundable(tx, order.id)).find((item) => item.subOrderId === subOrder.id);
    // What was sold was paid at the door: it goes back as money.
    if (!parcel || !own || own.paid) return false;
    const lines = linesOf(own, sent, parcel, returned);
    const amount = amountOf(lines);
    if (amount === 0) return false;
    await refunds.insert(tx, {
      id,
      paymentId: cash.id,
      orderId: order.id,
      subOrderId: subOrder.id,
      amount,
      reason,
      cause: 'return',
      actor: ctx.actor,
      status: 'processed',
      processedAt: ctx.now,
    });
    await refunds.insertLines(tx, id, lines);
    await subOrders.addCancelledTotal(tx, subOrder.id, amount);
    await releaseCredit(tx, ctx, locked, sent, parcel);
    await creditNotes.ofRefund(tx, ctx, { id, cause: 'return', reason }, lines);
    return true;
  };
});
