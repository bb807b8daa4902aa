import { createLedgerRepository } from '#db/ledger/ledger.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { ledgerEvents } from '#domain/ledger/ledger.events.js';
import { entriesOf, NO_FIGURES } from '#domain/ledger/ledger.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';

export interface AccountAdjustment {
  vendorId: string;
  /** Subunits; positive is owed to the vendor. */
  amount: number;
  reason: string;
}

/** Posts what no order or payout says on the account of a vendor; the caller chooses the id of the transaction. */
export const createAccountAdjustment = builtOnce(({ outbox }: Pick<OperationDeps, 'outbox'>) => {
  const ledger = createLedgerRepository();
  return async (
    tx: Tx,
    ctx: Context,
    id: string,
    { vendorId, amount, reason }: AccountAdjustment,
  ): Promise<void> => {
    const transaction = {
      ...NO_FIGURES,
      id,
      kind: 'adjustment' as const,
      sourceId: id,
      vendorId,
      orderId: null,
      subOrderId: null,
      paymentId: null,
      providerId: null,
      net: amount,
      reason,
      actor: ctx.actor,
      postedAt: ctx.now,
    };
    await ledger.post(tx, [{ transaction, entries: entriesOf(transaction) }]);
    outbox.append(tx, ctx, ledgerEvents.adjusted, vendorId, { transactionId: id, vendorId, amount });
  };
});
