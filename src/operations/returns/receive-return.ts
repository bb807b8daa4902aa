import { createSubOrdersRepository } from '#db/orders/sub-orders.repository.js';
import { createParcelsRepository } from '#db/shipping/parcels.repository.js';
import { createReturnsRepository } from '#db/returns/returns.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ReturnRequest } from '#domain/returns/return-request.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createSubOrderTransitions, type LockedSubOrder } from '#operations/orders/sub-order-transitions.js';
import { createCreditNotes } from '#operations/invoices/issue-credit-notes.js';
import { createReturnRefunds } from './refund-return.js';
import { createUncollectedCash } from './uncollected-cash.js';

/** Receives the pieces of an approved return: the sellable ones go back on hand, and what was paid for them goes back. */
export const createReturnReceipt = builtOnce((deps: OperationDeps) => {
  const returns = createReturnsRepository();
  const rows = createSubOrdersRepository();
  const subOrders = createSubOrderTransitions(deps);
  const returnRefunds = createReturnRefunds(deps);
  const creditNotes = createCreditNotes(deps);
  const parcels = createParcelsRepository();
  const uncollectedCash = createUncollectedCash(deps);

  /** A sub-order that was cancelled on the road is back with the last of its parcels, else with the last of its pieces. */
  async function isWhole(tx: Tx, { subOrder }: LockedSubOrder, covered: boolean): Promise<boolean> {
    return subOrder.status === 'cancelled' ? !(await parcels.someAwaited(tx, subOrder.id)) : covered;
  }

  /**
   * @param unsellable lines whose pieces do not go back on hand
   * @returns false when it is not approved any more
   */
  return async function receive(
    tx: Tx,
    ctx: Context,
    locked: LockedSubOrder,
    request: ReturnRequest,
    unsellable: readonly string[],
    publish: (refundId: string | null) => Promise<void>,
  ): Promise<boolean> {
    const { order, subOrder } = locked;
    const received = { status: 'received' as const, receivedAt: ctx.now };
    if (!(await returns.move(tx, request.id, ['approved'], received))) return false;
    const lines = await returns.linesOf(tx, request.id);
    const sellable = lines.filter(({ lineId }) => !unsellable.includes(lineId));
    await returns.setSellable(
      tx,
      request.id,
      sellable.map(({ lineId }) => lineId),
    );
    const before = await returns.returnable(tx, subOrder.id);
    await rows.countPieces(tx, 'returned_quantity', lines);
    const restocked = sellable.flatMap(({ lineId, variantId, quantity }) => {
      const line = before.find((item) => item.lineId === lineId);
      const away = line ? line.quantity - line.cancelledQuantity - line.restockedQuantity : 0;
      const pieces = Math.min(quantity, away);
      return pieces > 0 ? [{ lineId, variantId, quantity: pieces }] : [];
    });
    await subOrders.restockSent(tx, ctx, locked, request.id, restocked);
    const covered = before.every(({ lineId, quantity, cancelledQuantity, returnedQuantity }) => {
      const now = lines.find((item) => item.lineId === lineId)?.quantity ?? 0;
      return returnedQuantity + now + cancelledQuantity >= quantity;
    });
    const undivided = request.origin === 'carrier' && request.shipmentId === null;
    const whole = undivided || (await isWhole(tx, locked, covered));
    const uncollected = await uncollectedCash(tx, ctx, locked, request, { lines, whole });
    const refunded = !uncollected && (await returnRefunds.refund(tx, ctx, order, request, lines, whole));
    if (!refunded && !uncollected) await creditNotes.ofUnpaidReturn(tx, ctx, request, whole);
    // Of cash that no courier has taken nothing will go back: nothing else ends this return.
    if (uncollected || (subOrder.deliveredAt === null && (await returns.isUnpaid(tx, request.id))))
      await returns.markRefunded(tx, request.id);
    await publish(refunded ? request.id : null);
    if (whole) await subOrders.returnBack(tx, ctx, locked, { restock: false });
    else if (request.shipmentId) await subOrders.takeCashWhenDue(tx, ctx, order.id);
    return true;
  };
});
