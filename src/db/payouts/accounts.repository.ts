import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { AccountState, PayoutAccount } from '#domain/payouts/account.js';

/** Changed bank details of vendors; each change of state is a conditional update. */
export function createAccountsRepository() {
  return {
    /** The details in effect; undefined where the vendor never replaced its first ones. */
    async current(reader: Reader, vendorId: string): Promise<PayoutAccount | undefined> {
      return reader('payouts_accounts').where({ vendorId }).whereNot('state', 'replaced').first();
    },

    async find(reader: Reader, id: string): Promise<PayoutAccount | undefined> {
      return reader('payouts_accounts').where({ id }).first();
    },

    async lock(tx: Tx, id: string): Promise<PayoutAccount | undefined> {
      return tx('payouts_accounts').where({ id }).forUpdate().first();
    },

    async findByTransfer(reader: Reader, transferId: string): Promise<PayoutAccount | undefined> {
      return reader('payouts_accounts').where({ transferId }).first();
    },

    /** New details in place of those before; the lock of the vendor has changes wait for each other. */
    async replace(
      tx: Tx,
      account: Pick<PayoutAccount, 'id' | 'vendorId' | 'changedBy' | 'changedAt' | 'dueAt'>,
    ): Promise<void> {
      const { vendorId, changedAt, changedBy } = account;
      await tx('payouts_accounts')
        .where({ vendorId })
        .whereNot('state', 'replaced')
        .update({
          state: 'replaced',
          problem: null,
          updatedAt: tx.fn.now(),
          endedAt: tx.raw('coalesce(ended_at, ?)', [changedAt]),
        });
      await tx('payouts_accounts').insert({
        ...account,
        state: 'waiting',
        changedBy: JSON.stringify(changedBy),
      });
    },

    /** Records, before the provider is called, that it may have the test transfer. @returns false where nobody may call from this account */
    async recordCall(tx: Tx, transferId: string, sentFrom: string, at: Date): Promise<boolean> {
      const changed = await tx('payouts_accounts')
        .where({ transferId, state: 'testing' })
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
    async recordRefusal(tx: Tx, transferId: string, refusal: string, problem: string): Promise<void> {
      await tx('payouts_accounts')
        .where({ transferId, state: 'testing' })
        .update({ refusal, problem, updatedAt: tx.fn.now() });
    },

    /** @returns false where it is in another state */
    async move(
      tx: Tx,
      id: string,
      from: readonly AccountState[],
      changes: Partial<Omit<PayoutAccount, 'id' | 'vendorId' | 'changedBy' | 'changedAt'>>,
    ): Promise<boolean> {
      const changed = await tx('payouts_accounts')
        .where({ id })
        .whereIn('state', [...from])
        .update({ problem: null, missingSince: null, ...changes, updatedAt: tx.fn.now() });
      return changed > 0;
    },

    /** The provider does not know what it had accepted. @returns since when; null in another state */
    async recordMissing(tx: Tx, id: string, at: Date): Promise<Date | null> {
      const [row] = await tx('payouts_accounts')
        .where({ id, state: 'testing' })
        .update({ missingSince: tx.raw('coalesce(missing_since, ?)', [at]), updatedAt: tx.fn.now() })
        .returning('missingSince');
      return row?.missingSince ?? null;
    },

    /** The provider was reached, and agrees. */
    async clearProblem(tx: Tx, id: string): Promise<void> {
      await tx('payouts_accounts')
        .where({ id })
        .whereRaw('(problem is not null or missing_since is not null)')
        .update({ problem: null, missingSince: null, updatedAt: tx.fn.now() });
    },

    async recordProblem(tx: Tx, id: string, problem: string): Promise<void> {
      await tx('payouts_accounts')
        .where({ id })
        .whereRaw('problem is distinct from ?', [problem])
        .update({ problem, updatedAt: tx.fn.now() });
    },
  };
}
