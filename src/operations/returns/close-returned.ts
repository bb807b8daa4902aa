import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createCreditNotes } from '#operations/invoices/issue-credit-notes.js';
import { createSubOrderTransitions } from '#operations/orders/sub-order-transitions.js';
import { createReturnRefunds } from './refund-return.js';

const REASON = 'Every parcel came back to its sender, and the rest was cancelled';

/**
 * The rest of a sub-order is cancelled after all of its parcels came back: it is returned, and what is left of it, its shipping,
 * goes back.
 */
export const createReturnedClosing = builtOnce((deps: OperationDeps) => {
  const subOrders = createSubOrderTransitions(deps);
  const returnRefunds = createReturnRefunds(deps);
  const creditNotes = createCreditNotes(deps);

  return async function closeReturned(tx: Tx, ctx: Context, subOrderId: string): Promise<void> {
    const locked = await subOrders.lock(tx, subOrderId);
    if (locked?.subOrder.status !== 'fulfilled') return;
    const rest = { id: newId(), subOrderId, reason: REASON, refundTo: 'original' as const };
    const refunded = await returnRefunds.refund(tx, ctx, locked.order, rest, [], true);
    if (!refunded) await creditNotes.ofUndelivered(tx, ctx, rest);
    await subOrders.returnBack(tx, ctx, locked, { restock: false });
  };
});
