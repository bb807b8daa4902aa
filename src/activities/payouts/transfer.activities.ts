import { cancellationSignal } from '@temporalio/activity';
import { createTransfersRepository } from '#db/payouts/transfers.repository.js';
import { type Context, type Origin, systemContext } from '#domain/_shared/context.js';
import type { BankAccount } from '#domain/payouts/payout.js';
import type { PayoutTransfer, TransferState } from '#domain/payouts/transfer.js';
import type { PayoutProvider } from '#integrations/payouts/payout-provider.js';
import { readPayoutSettings } from '#integrations/payouts/payout-providers.js';
import { readPayout } from '#db/payouts/payout-list.query.js';
import { findSent, sendOnce } from '#operations/payouts/call-provider.js';
import type { ReportedTransfer } from '#operations/payouts/payout-transfers.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<
  Platform,
  'knex' | 'unitOfWork' | 'operations' | 'settings' | 'keyring' | 'clock' | 'payoutProviders'
>;

export function createTransferActivities(deps: Deps) {
  const { knex, unitOfWork, operations, settings, keyring, clock, payoutProviders } = deps;
  const transfers = createTransfersRepository();
  const { payoutTransfers } = operations;
  const context = (origin: Origin): Context => systemContext(origin, clock.now());

  function providerOf({ providerId }: PayoutTransfer): PayoutProvider {
    const provider = payoutProviders.get(providerId);
    // It may be registered again: until then nobody knows what became of the money.
    if (!provider) throw new Error(`There is no payout provider ${providerId}`);
    return provider;
  }

  const recordProblemOf = (payoutId: string, ctx: Context) => (problem: string) =>
    unitOfWork.run(ctx, (tx) => transfers.recordProblem(tx, payoutId, problem));

  async function send(
    transfer: PayoutTransfer,
    origin: Origin,
    signal: AbortSignal,
  ): Promise<ReportedTransfer | null> {
    const { payoutId, sentAt, lastSentAt, sentFrom, refusal } = transfer;
    const payout = await readPayout(knex, { payoutId });
    if (!payout) return null;
    const { vendorId, vendorName, amount, currency, bank } = payout;
    const account = JSON.parse(keyring.decrypt(bank)) as BankAccount;
    const ctx = context(origin);
    return sendOnce(
      providerOf(transfer),
      {
        reference: payoutId,
        vendorId,
        vendorName,
        amount,
        currency,
        account,
        purpose: 'payout',
        sentAt,
        lastSentAt,
        sentFrom,
        refusal,
      },
      {
        settings: readPayoutSettings(settings),
        now: () => clock.now(),
        signal,
        record: (account) =>
          unitOfWork.run(ctx, (tx) => transfers.recordCall(tx, payoutId, account, ctx.now)),
        refuse: (reason, problem) =>
          unitOfWork.run(ctx, (tx) => transfers.recordRefusal(tx, payoutId, reason, problem)),
        recordProblem: recordProblemOf(payoutId, ctx),
      },
    );
  }

  return {
    /**
     * Sends a payout where that is to be done, else asks what became of it.
     * @returns null where there is nothing to do or nothing to say yet
     */
    async moveTransfer({
      payoutId,
      origin,
    }: {
      payoutId: string;
      origin: Origin;
    }): Promise<ReportedTransfer | null> {
      const transfer = await transfers.find(knex, payoutId);
      if (!transfer || transfer.state === 'awaiting_approval') return null;
      const signal = cancellationSignal();
      if (transfer.state === 'requested') return send(transfer, origin, signal);
      // One that was withdrawn before it was sent is not known to the provider.
      if (!transfer.sentAt) return null;
      const { state, sentFrom } = transfer;
      const ctx = context(origin);
      return findSent(
        providerOf(transfer),
        { reference: payoutId, sentFrom, ended: state !== 'initiated' },
        {
          settings: readPayoutSettings(settings),
          signal,
          recordProblem: recordProblemOf(payoutId, ctx),
          recordMissing: () =>
            unitOfWork.run(ctx, (tx) => payoutTransfers.recordMissing(tx, payoutId, ctx.now)),
        },
      );
    },

    /** Books what the provider said. @returns the state of the transfer; null where there is none */
    async settleTransfer(input: {
      payoutId: string;
      found: ReportedTransfer | null;
      /** Why the provider could not be asked. */
      problem?: string;
      origin: Origin;
    }): Promise<TransferState | null> {
      const { payoutId, found, problem, origin } = input;
      const ctx = context(origin);
      return unitOfWork.run(ctx, async (tx) => {
        if (found) return payoutTransfers.settle(tx, ctx, payoutId, found);
        if (problem !== undefined) await payoutTransfers.recordProblem(tx, payoutId, problem);
        const transfer = await transfers.find(tx, payoutId);
        return transfer?.state ?? null;
      });
    },
  };
}

export type TransferActivities = ReturnType<typeof createTransferActivities>;
