import { createPayoutsRepository } from '#db/payouts/payouts.repository.js';
import { createTransfersRepository } from '#db/payouts/transfers.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Payout } from '#domain/payouts/payout.js';
import { payoutsErrors } from '#domain/payouts/payouts.errors.js';
import { payoutsEvents } from '#domain/payouts/payouts.events.js';
import { accessSettings } from '#domain/access/access.settings.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { payoutsSettings } from '#domain/payouts/payouts.settings.js';
import {
  APPROVAL_WINDOW_MS,
  ARRIVAL_MS,
  isMissing,
  needsApproval,
  type PayoutTransfer,
  type ProviderState,
  statesBefore,
  type TransferState,
} from '#domain/payouts/transfer.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createMoneyActs } from '#operations/access/money-acts.js';
import { createPayoutMails } from './payout-mails.js';
import { createPayoutSteps } from './payout-steps.js';

/** What a provider says of a transfer, in the terms of the platform. */
export interface ReportedTransfer {
  state: ProviderState;
  providerTransferId: string | null;
  /** Null where the provider was never asked, so that it names none. */
  amount: number | null;
  bankReference: string | null;
  reason: string | null;
}

/** The steps of payouts that a provider sends, each in the transaction of its caller. */
export const createPayoutTransfers = builtOnce((deps: OperationDeps) => {
  const { outbox, settings } = deps;
  const payouts = createPayoutsRepository();
  const transfers = createTransfersRepository();
  const steps = createPayoutSteps(deps);
  const mails = createPayoutMails(deps);
  const acts = createMoneyActs(deps);

  function request(tx: Tx, ctx: Context, payout: { id: string; vendorId: string }): void {
    const { id: payoutId, vendorId } = payout;
    outbox.append(
      tx,
      ctx,
      payoutsEvents.transferRequested,
      payoutId,
      { payoutId, vendorId },
      { handOver: true },
    );
  }

  /** The money that the provider has moved, in the books. */
  async function book(tx: Tx, ctx: Context, payout: Payout, found: ReportedTransfer): Promise<void> {
    const reference = found.bankReference ?? found.providerTransferId ?? payout.id;
    if (found.state === 'processed') await steps.pay(tx, ctx, payout, reference);
    if (found.state !== 'reversed' && found.state !== 'failed') return;
    const reason = found.reason ?? `The transfer ${found.state === 'failed' ? 'failed' : 'was reversed'}`;
    const returned = { reference: found.bankReference };
    if (await steps.fail(tx, ctx, payout, { reason, returned }))
      await mails.returned(tx, ctx, payout, reason);
  }

  /** Why a report cannot be booked. */
  function contradiction(payout: Payout, found: ReportedTransfer): string | null {
    if (found.amount !== null && found.amount !== payout.amount)
      return `The provider has ${found.amount} subunits under this payout, not ${payout.amount}`;
    return null;
  }

  return {
    /**
     * Has a payout that was just created sent by the provider of the settings; with the bank file it waits for its export. Above
     * the limits a second person decides first: one that takes what its vendor gets within a day above the limit of an act
     * as well, and the lock of the vendor, which the creation took, has payouts of one vendor count each other.
     * @param part of a run, which was recorded as the act
     */
    async start(
      tx: Tx,
      ctx: Context,
      payout: { id: string; vendorId: string; amount: number },
      { part = false }: { part?: boolean } = {},
    ): Promise<void> {
      const { id: entityId, vendorId, amount } = payout;
      const limit = settings.get(accessSettings.approvalAbove);
      const since = new Date(ctx.now.getTime() - APPROVAL_WINDOW_MS);
      const unapproved =
        limit > 0 ? await payouts.unapprovedSince(tx, { vendorId, since, except: entityId }) : 0;
      const currency = settings.get(storeSettings.currency);
      const waits = await acts.decide(tx, ctx, {
        kind: part ? 'payout_created_by_run' : 'payout_created',
        held: { kind: 'payout', entityId, amount, currency, vendorId },
        limited: needsApproval(amount, unapproved, limit),
        part,
      });
      if (waits) await payouts.holdForApproval(tx, entityId);
      const providerId = settings.get(payoutsSettings.provider);
      if (providerId === '') return;
      await transfers.insert(tx, {
        payoutId: payout.id,
        providerId,
        state: waits ? 'awaiting_approval' : 'requested',
        createdBy: ctx.actor,
        createdAt: ctx.now,
      });
      if (!waits) request(tx, ctx, payout);
    },

    /** A second person has approved a payout: its provider is asked for it, or the next bank file has it. */
    async release(tx: Tx, ctx: Context, payoutId: string): Promise<void> {
      const payout = await payouts.releaseApproved(tx, payoutId);
      if (payout && (await transfers.approve(tx, payoutId, ctx.actor, ctx.now))) request(tx, ctx, payout);
    },

    /**
     * Ends a payout by hand before its provider was asked for it, or after it has not known it for a day.
     * @throws AppError CONFLICT while the provider may send it
     */
    async withdraw(tx: Tx, ctx: Context, payout: Payout, reason: string): Promise<void> {
      const transfer = await transfers.find(tx, payout.id);
      if (!transfer || payout.status === 'failed') return;
      const missingBefore = new Date(ctx.now.getTime() - ARRIVAL_MS);
      if (await transfers.withdraw(tx, payout.id, { reason, at: ctx.now, missingBefore })) return;
      const { providerId: provider, state } = transfer;
      throw payoutsErrors.sentByProvider({ provider, state });
    },

    /** @throws AppError CONFLICT for a payout that a provider sends */
    async assertByHand(tx: Tx, payout: Payout): Promise<void> {
      const transfer = await transfers.find(tx, payout.id);
      if (!transfer || transfer.state === 'failed') return;
      throw payoutsErrors.sentByProvider({ provider: transfer.providerId, state: transfer.state });
    },

    /**
     * Books what the provider says of a transfer, each state once; an old or repeated report changes nothing. The lock of
     * the payout has reports that come at once wait for each other.
     * @returns the state after it
     */
    async settle(tx: Tx, ctx: Context, payoutId: string, found: ReportedTransfer): Promise<TransferState> {
      const payout = await payouts.lock(tx, payoutId);
      const transfer = payout && (await transfers.find(tx, payoutId));
      if (!payout || !transfer) throw platformErrors.notFound({ entity: 'Payout' });
      const problem = contradiction(payout, found);
      if (problem) {
        await transfers.recordProblem(tx, payoutId, problem);
        return transfer.state;
      }
      const ends = found.state === 'reversed' || found.state === 'failed';
      const changes: Partial<PayoutTransfer> = {
        state: found.state,
        ...(found.providerTransferId && { providerTransferId: found.providerTransferId }),
        ...(found.state === 'processed' && { processedAt: ctx.now }),
        ...(ends && { endedAt: ctx.now, reason: found.reason }),
      };
      if (await transfers.move(tx, payoutId, statesBefore(found.state), changes)) {
        await book(tx, ctx, payout, found);
        return found.state;
      }
      const ended = transfer.state === 'failed' || transfer.state === 'reversed';
      // Its entries are free, and the provider has sent it all the same: a person has to look.
      if (ended && (found.state === 'processed' || found.state === 'initiated'))
        await transfers.recordProblem(tx, payoutId, `The provider says that it is ${found.state}`);
      else if (!ended) await transfers.clearProblem(tx, payoutId);
      return transfer.state;
    },

    /** Records that the provider does not know what it had accepted; after a day a person has to look. */
    async recordMissing(tx: Tx, payoutId: string, at: Date): Promise<void> {
      if (!isMissing(await transfers.recordMissing(tx, payoutId, at), at)) return;
      const problem = `The provider has not known this payout for a day: ask its support about the reference ${payoutId}. If no money has left, record the payout as failed, and the next run pays it`;
      await transfers.recordProblem(tx, payoutId, problem);
    },

    /** Records that nobody knows what became of a transfer. */
    recordProblem: (tx: Tx, payoutId: string, problem: string) =>
      transfers.recordProblem(tx, payoutId, problem),
  };
});

export type PayoutTransfers = ReturnType<typeof createPayoutTransfers>;
