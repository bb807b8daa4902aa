import { createAccountsRepository } from '#db/payouts/accounts.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { AccountState, PayoutAccount } from '#domain/payouts/account.js';
import { isMissing } from '#domain/payouts/transfer.js';
import { newId } from '#lib/ids.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createPayoutMails } from './payout-mails.js';
import type { ReportedTransfer } from './payout-transfers.js';

/** The test transfers of changed bank details, each step in the transaction of its caller. */
export const createAccountTests = builtOnce((deps: OperationDeps) => {
  const accounts = createAccountsRepository();
  const mails = createPayoutMails(deps);

  async function verify(
    tx: Tx,
    ctx: Context,
    account: PayoutAccount,
    found?: ReportedTransfer,
  ): Promise<void> {
    const verified = {
      state: 'verified' as const,
      verifiedAt: ctx.now,
      bankReference: found?.bankReference ?? null,
      ...(found?.providerTransferId && { providerTransferId: found.providerTransferId }),
    };
    if (await accounts.move(tx, account.id, ['waiting', 'testing'], verified))
      await mails.accountVerified(tx, ctx, account.vendorId, account.transferId ?? account.id);
  }

  async function fail(tx: Tx, ctx: Context, account: PayoutAccount, reason: string): Promise<void> {
    const { id, vendorId, transferId } = account;
    const failed = { state: 'failed' as const, reason, endedAt: ctx.now };
    // A transfer that arrived may come back days later.
    if (await accounts.move(tx, id, ['waiting', 'testing', 'verified'], failed))
      await mails.accountFailed(tx, ctx, vendorId, { occasion: transferId ?? newId(), reason });
  }

  return {
    verify,
    fail,

    /** The test transfer may be sent from now on. @param test.bank the account that is tested, encrypted */
    async begin(
      tx: Tx,
      id: string,
      test: { bank: string; providerId: string; amount: number },
    ): Promise<boolean> {
      return accounts.move(tx, id, ['waiting'], { state: 'testing', transferId: newId(), ...test });
    },

    /** Records that the provider does not know a test transfer that it had accepted; after a day a person has to look. */
    async recordMissing(tx: Tx, { id, transferId }: PayoutAccount, at: Date): Promise<void> {
      if (!isMissing(await accounts.recordMissing(tx, id, at), at)) return;
      const problem = `The provider has not known the test transfer for a day (reference ${transferId ?? ''}): cancel these bank details and try them again`;
      await accounts.recordProblem(tx, id, problem);
    },

    /**
     * Books what the provider says of a test transfer, each state once; the lock of the row has reports that come at once
     * wait for each other. What is said of an earlier attempt changes nothing.
     * @returns the state after it; null where there are no such details
     */
    async settle(
      tx: Tx,
      ctx: Context,
      { accountId, transferId }: { accountId: string; transferId: string },
      found: ReportedTransfer,
    ): Promise<AccountState | null> {
      const account = await accounts.lock(tx, accountId);
      if (!account || account.transferId !== transferId) return account?.state ?? null;
      const { state, amount } = account;
      if (state !== 'testing' && state !== 'verified') return state;
      if (found.amount !== null && found.amount !== amount) {
        const problem = `The provider has ${found.amount} subunits under this test transfer, not ${amount}`;
        await accounts.recordProblem(tx, accountId, problem);
        return state;
      }
      // The provider was reached, and agrees.
      await accounts.clearProblem(tx, accountId);
      const { providerTransferId } = found;
      if (found.state === 'initiated' && state === 'testing')
        await accounts.move(tx, accountId, ['testing'], {
          ...(providerTransferId && { providerTransferId }),
        });
      if (found.state === 'processed' && state === 'testing') await verify(tx, ctx, account, found);
      if (found.state === 'failed' || found.state === 'reversed')
        await fail(tx, ctx, account, found.reason ?? `The test transfer was ${found.state}`);
      return (await accounts.find(tx, accountId))?.state ?? null;
    },
  };
});

export type AccountTests = ReturnType<typeof createAccountTests>;
