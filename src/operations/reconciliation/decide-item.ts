import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { readRefundable } from '#db/payments/refundable.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createItemsRepository, type Item } from '#db/reconciliation/items.repository.js';
import { createMovementsRepository } from '#db/reconciliation/movements.repository.js';
import { decimalUnits } from '#domain/_shared/decimal-units.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { allocateRest, amountOf } from '#domain/payments/allocate-refund.js';
import { chooseRefund } from '#domain/payments/choose-refund.js';
import type { RefundableSubOrder, RefundLine } from '#domain/payments/refundable.js';
import { goodwillLines } from '#domain/reconciliation/match-refund.js';
import type { ItemDecisionKind, Movement } from '#domain/reconciliation/movement.js';
import { reconciliationErrors } from '#domain/reconciliation/reconciliation.errors.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { bookMovement, releaseVendors } from './book-movement.js';
import { createOutsideRefunds } from './outside-refunds.js';

export interface ItemDecision {
  decision: ItemDecisionKind;
  /** Of pieces: these, or the whole rest of a sub-order. */
  lines?: readonly { lineId: string; quantity: number }[];
  subOrderId?: string;
  note?: string;
}

/** What a person says of money that had no explanation. */
export const createItemDecisions = builtOnce((deps: OperationDeps) => {
  const orders = createOrderWriteRepository();
  const payments = createPaymentsRepository();
  const movements = createMovementsRepository();
  const items = createItemsRepository();
  const outside = createOutsideRefunds(deps);

  /** @throws AppError CONFLICT where what was chosen is worth less than the refund */
  function linesOf(
    subOrders: readonly RefundableSubOrder[],
    amount: number,
    { decision, lines, subOrderId }: ItemDecision,
  ): RefundLine[] {
    const chosen = () => {
      if (decision === 'goodwill') return goodwillLines(subOrders, amount, subOrderId);
      if (lines) return chooseRefund(subOrders, { lines, subOrderId, amount });
      return allocateRest(subOrders.filter((item) => item.subOrderId === subOrderId));
    };
    const allocated = chosen();
    const left = amountOf(allocated);
    if (left !== amount)
      throw reconciliationErrors.amountAboveLeft({ amount: decimalUnits(amount), left: decimalUnits(left) });
    return allocated;
  }

  async function allocate(tx: Tx, ctx: Context, movement: Movement, input: ItemDecision): Promise<void> {
    const { paymentId, orderId } = movement;
    const order = orderId ? await orders.lock(tx, orderId) : undefined;
    const payment = paymentId ? await payments.find(tx, paymentId) : undefined;
    if (!order || !payment) throw reconciliationErrors.disputeWithoutOrder();
    const amount = -movement.amount;
    const left = await outside.leftOf(tx, payment, movement);
    if (amount > left)
      throw reconciliationErrors.amountAboveLeft({ amount: decimalUnits(amount), left: decimalUnits(left) });
    const subOrders = await readRefundable(tx, order.id);
    const lines = linesOf(subOrders, amount, input);
    await movements.setDecision(tx, movement.id, input.decision as 'pieces' | 'goodwill');
    const { decision } = input;
    await outside.take(tx, ctx, order, movement, {
      payment,
      lines,
      cause: 'refund',
      moved: subOrders,
      decision,
    });
  }

  return {
    /**
     * Decides about a difference. A repeat with the same decision changes nothing.
     * @throws AppError NOT_FOUND, CONFLICT for another decision than before or one that does not fit
     */
    async decide(tx: Tx, ctx: Context, itemId: string, input: ItemDecision): Promise<Item> {
      const found = await items.find(tx, itemId);
      if (!found) throw platformErrors.notFound({ entity: 'Unmatched money' });
      if (found.orderId) await orders.lock(tx, found.orderId);
      const item = await items.lock(tx, itemId);
      if (!item) throw platformErrors.notFound({ entity: 'Unmatched money' });
      const { decision, note } = input;
      if (item.state === 'closed') {
        if (item.decision === decision) return item;
        throw reconciliationErrors.itemClosed({ decision: item.decision ?? '' });
      }
      const { kind, sourceId } = item;
      const isAllocation = decision === 'pieces' || decision === 'goodwill';
      const ofMovement = !['settlement_differs', 'dispute_unmatched', 'not_settled'].includes(kind);
      if (isAllocation ? kind !== 'refund_to_allocate' : (decision === 'not_of_order') !== ofMovement)
        throw reconciliationErrors.decisionUnfit({ decision, kind });
      const movement = ofMovement ? await movements.lock(tx, sourceId) : undefined;
      if (isAllocation && movement) await allocate(tx, ctx, movement, input);
      else if (movement) {
        await movements.setDecision(tx, sourceId, 'not_of_order');
        await releaseVendors(tx, ctx, sourceId);
        await bookMovement(tx, ctx, sourceId);
      }
      await items.close(tx, sourceId, { decision, note, by: ctx.actor, at: ctx.now, kinds: [kind] });
      return (await items.find(tx, itemId)) ?? item;
    },
  };
});

export type ItemDecisions = ReturnType<typeof createItemDecisions>;
