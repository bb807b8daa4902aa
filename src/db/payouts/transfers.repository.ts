import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { Actor } from '#domain/_shared/context.js';
import type { PayoutTransfer, TransferState } from '#domain/payouts/transfer.js';

/** How providers send payouts; each change of state is a conditional update. */
export function createTransfersRepository() {
  return {
    async insert(
      tx: Tx,
      transfer: Pick<PayoutTransfer, 'payoutId' | 'providerId' | 'state' | 'createdBy' | 'createdAt'>,
    ): Promise<void> {
      await tx('payouts_transfers').insert({ ...transfer, createdBy: JSON.stringify(transfer.createdBy) });
    },

    async find(reader: Reader, payoutId: string): Promise<PayoutTransfer | undefined> {
      return reader('payouts_transfers').where({ payoutId }).first();
    },

    /** @returns false where it waits for no approval any more */
    async approve(tx: Tx, payoutId: string, by: Actor, at: Date): Promise<boolean> {
      const changed = await tx('payouts_transfers')
        .where({ payoutId, state: 'awaiting_approval' })
        .update({
          state: 'requested',
          approvedBy: JSON.stringify(by),
          approvedAt: at,
          updatedAt: tx.fn.now(),
        });
      return changed > 0;
    },

    /** Records, before the provider is called, that it may have the transfer from now on. @returns false where nobody may call from this account */
    async recordCall(tx: Tx, payoutId: string, sentFrom: string, at: Date): Promise<boolean> {
      const changed = await tx('payouts_transfers')
        .where({ payoutId, state: 'requested' })
        .whereRaw('coalesce(sent_from, ?) = ?', [sentFrom, sentFrom])
        .update({
          sentAt: tx.raw('coalesce(sent_at, ?)', [at]),
          lastSentAt: at,
          sentFrom,
          updatedAt: tx.fn.now(),
        });
      return changed > 0;
    },

    /** The provider refused a repeated call, and may have the first one. */
    async recordRefusal(tx: Tx, payoutId: string, refusal: string, problem: string): Promise<void> {
      await tx('payouts_transfers')
        .where({ payoutId, state: 'requested' })
        .update({ refusal, problem, updatedAt: tx.fn.now() });
    },

    /** @returns false where it is in another state */
    async move(
      tx: Tx,
      payoutId: string,
      from: readonly TransferState[],
      changes: Partial<
        Pick<PayoutTransfer, 'state' | 'providerTransferId' | 'reason' | 'processedAt' | 'endedAt'>
      >,
    ): Promise<boolean> {
      const changed = await tx('payouts_transfers')
        .where({ payoutId })
        .whereIn('state', [...from])
        .update({ ...changes, problem: null, missingSince: null, updatedAt: tx.fn.now() });
      return changed > 0;
    },

    /**
     * Ends a transfer that no provider was asked for, or that its provider no longer knows.
     * @param missingBefore the provider has not known it since before this instant
     * @returns false where a provider may send it
     */
    async withdraw(
      tx: Tx,
      payoutId: string,
      { reason, at, missingBefore }: { reason: string; at: Date; missingBefore: Date },
    ): Promise<boolean> {
      const changed = await tx('payouts_transfers')
        .where({ payoutId })
        .whereRaw(
          `((state in ('awaiting_approval', 'requested') and sent_at is null)
            or (state = 'initiated' and missing_since <= ?))`,
          [missingBefore],
        )
        .update({ state: 'failed', reason, endedAt: at, problem: null, updatedAt: tx.fn.now() });
      return changed > 0;
    },

    /** The provider does not know what it had accepted. @returns since when; null in another state */
    async recordMissing(tx: Tx, payoutId: string, at: Date): Promise<Date | null> {
      const [row] = await tx('payouts_transfers')
        .where({ payoutId, state: 'initiated' })
        .update({ missingSince: tx.raw('coalesce(missing_since, ?)', [at]), updatedAt: tx.fn.now() })
        .returning('missingSince');
      return row?.missingSince ?? null;
    },

    /** The provider was reached, and agrees. */
    async clearProblem(tx: Tx, payoutId: string): Promise<void> {
      await tx('payouts_transfers')
        .where({ payoutId })
        .whereRaw('(problem is not null or missing_since is not null)')
        .update({ problem: null, missingSince: null, updatedAt: tx.fn.now() });
    },

    async recordProblem(tx: Tx, payoutId: string, problem: string): Promise<void> {
      await tx('payouts_transfers')
        .where({ payoutId })
        .whereRaw('problem is distinct from ?', [problem])
        .update({ problem, updatedAt: tx.fn.now() });
    },

    /** @returns false for an event that is here already */
    async insertReport(
      tx: Tx,
      report: {
        providerId: string;
        eventId: string;
        providerEvent: string;
        payoutId: string | null;
        receivedAt: Date;
      },
    ): Promise<boolean> {
      const inserted = await tx('payouts_reports')
        .insert(report)
        .onConflict(['providerId', 'eventId'])
        .ignore()
        .returning('eventId');
      return inserted.length > 0;
    },
  };
}
