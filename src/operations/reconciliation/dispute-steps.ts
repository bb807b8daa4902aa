import { readSubOrderBooks } from '#db/ledger/sub-order-books.query.js';
import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { createPayoutsRepository } from '#db/payouts/payouts.repository.js';
import { createTransfersRepository } from '#db/payouts/transfers.repository.js';
import { readRefundable } from '#db/payments/refundable.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createDisputesRepository } from '#db/reconciliation/disputes.repository.js';
import { createItemsRepository } from '#db/reconciliation/items.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { netOf, NO_FIGURES } from '#domain/ledger/ledger.js';
import { reversalOf } from '#domain/ledger/reversal.js';
import type { ListedDispute } from '#domain/payments/provider-books.js';
import { allocateAmount } from '#domain/payments/allocate-refund.js';
import { deductionEntries, lossEntries } from '#domain/reconciliation/booking.js';
import { bearerOf, type Dispute, isOpenDispute, takesDisputeReport } from '#domain/reconciliation/dispute.js';
import { reconciliationSettings } from '#domain/reconciliation/reconciliation.settings.js';
import { newId } from '#lib/ids.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createPayoutSteps } from '#operations/payouts/payout-steps.js';
import { postProvider, postVendors } from './provider-postings.js';

export type DisputeOutcome = 'recorded' | 'unmatched' | 'won' | 'lost' | 'closed' | 'nothing_new';

/**
 * Disputes of payments, from any source and in any order. From the moment one is known its sale is held back from payouts; what
 * its provider takes for it is booked as that happens, and a lost one is borne by who the operator's rule says.
 */
export const createDisputeSteps = builtOnce((deps: OperationDeps) => {
  const { settings } = deps;
  const orders = createOrderWriteRepository();
  const payments = createPaymentsRepository();
  const disputes = createDisputesRepository();
  const items = createItemsRepository();
  const payouts = createPayoutsRepository();
  const transfers = createTransfersRepository();
  const payoutSteps = createPayoutSteps(deps);

  const postedFor = ({ providerId, orderId, paymentId, providerDisputeId }: Dispute) => ({
    providerId,
    orderId,
    paymentId,
    reason: `Dispute ${providerDisputeId}`,
  });

  /** What the provider has taken for it, as it is now. */
  async function bookDeduction(tx: Tx, ctx: Context, dispute: Dispute, deducted: number): Promise<void> {
    const change = deducted - dispute.deducted;
    if (change === 0) return;
    const entries = deductionEntries(dispute.providerId, change);
    await postProvider(tx, ctx, 'provider_dispute', entries, postedFor(dispute));
    await disputes.update(tx, dispute.id, { deducted });
  }

  /** What the vendors of its order lose, each in proportion to what is left of the sale. */
  async function bookVendors(
    tx: Tx,
    ctx: Context,
    dispute: Dispute,
    orderId: string,
    amount: number,
    sourceId: string,
  ): Promise<number> {
    const sums = new Map<string, number>();
    for (const line of allocateAmount(await readRefundable(tx, orderId), amount))
      sums.set(line.subOrderId, (sums.get(line.subOrderId) ?? 0) + line.amount);
    const books = await readSubOrderBooks(tx, [...sums.keys()]);
    const vendors = books.map(({ sale, reversed, subOrderId, vendorId }) => {
      const share = sums.get(subOrderId) ?? 0;
      const { gross, commission, commissionTax } = reversalOf(sale, reversed, share);
      // The supply stands, so that taxes on it do: no document takes it back.
      const figures = { ...NO_FIGURES, gross, commission, commissionTax };
      return { vendorId, subOrderId, net: netOf(figures), figures };
    });
    await postVendors(tx, ctx, 'dispute', vendors, { ...postedFor(dispute), sourceId });
    return -vendors.reduce((sum, { figures }) => sum + figures.gross, 0);
  }

  async function bookLoss(tx: Tx, ctx: Context, dispute: Dispute, deducted: number): Promise<void> {
    const { orderId, reasonCode, providerId } = dispute;
    const lostAmount = deducted > 0 ? deducted : dispute.amount;
    const sourceId = newId();
    const share = settings.get(reconciliationSettings.disputeShare);
    const vendorReasons = settings.get(reconciliationSettings.disputeVendorReasons);
    const borneBy = orderId ? bearerOf(share, reasonCode, vendorReasons) : 'platform';
    const byVendors =
      orderId && borneBy === 'vendor'
        ? await bookVendors(tx, ctx, dispute, orderId, lostAmount, sourceId)
        : 0;
    const rest = lostAmount - byVendors;
    if (rest !== 0)
      await postProvider(tx, ctx, 'provider_dispute', lossEntries(providerId, rest), postedFor(dispute));
    await disputes.update(tx, dispute.id, { lostAmount, borneBy, lossBookingId: sourceId });
  }

  /** One that was lost is not any more: what was booked is taken back. */
  async function takeLossBack(tx: Tx, ctx: Context, dispute: Dispute): Promise<void> {
    const { lostAmount, lossBookingId, providerId } = dispute;
    if (lostAmount === 0 || lossBookingId === null) return;
    const losses = await disputes.lossesOf(tx, lossBookingId);
    const vendors = losses.map(({ vendorId, subOrderId, gross, commission, commissionTax, net }) => ({
      vendorId,
      subOrderId,
      net: -net,
      figures: { ...NO_FIGURES, gross: -gross, commission: -commission, commissionTax: -commissionTax },
    }));
    await postVendors(tx, ctx, 'dispute_reversed', vendors, {
      ...postedFor(dispute),
      sourceId: lossBookingId,
    });
    const rest = lostAmount + losses.reduce((sum, { gross }) => sum + gross, 0);
    if (rest !== 0)
      await postProvider(tx, ctx, 'provider_dispute', lossEntries(providerId, -rest), postedFor(dispute));
    await disputes.update(tx, dispute.id, { lostAmount: 0, borneBy: null, lossBookingId: null });
  }

  async function note(tx: Tx, ctx: Context, { orderId, reasonCode }: Dispute, event: string): Promise<void> {
    if (orderId) await orders.appendToTimeline(tx, [{ orderId, event, note: reasonCode, actor: ctx.actor }]);
  }

  /**
   * Ends payouts that would pay its sale, where nobody has sent them yet: what else was in them is paid by the next run. One that is
   * with a provider or, by hand, with the bank is out of reach.
   */
  async function withdrawPayouts(
    tx: Tx,
    ctx: Context,
    { orderId, providerDisputeId }: Dispute,
  ): Promise<void> {
    if (!orderId) return;
    const reason = `A sale in it is disputed: ${providerDisputeId}`;
    for (const id of await payouts.pendingOfOrder(tx, orderId)) {
      const payout = await payouts.lock(tx, id);
      if (payout?.status !== 'pending') continue;
      const unsent = { reason, at: ctx.now, missingBefore: new Date(0) };
      const isUnsent = (await transfers.withdraw(tx, id, unsent)) || payout.awaitingApproval;
      if (isUnsent) await payoutSteps.fail(tx, ctx, payout, { reason });
    }
  }

  return {
    /**
     * A dispute as its provider has it. @param at when the provider said so: of two reports the later one counts
     * @param truth the provider was asked now: its word counts whatever was reported
     */
    async take(
      tx: Tx,
      ctx: Context,
      providerId: string,
      reported: ListedDispute,
      { at, truth = false }: { at: Date; truth?: boolean },
    ): Promise<DisputeOutcome> {
      const { providerPaymentId, deducted, state } = reported;
      const payment = await payments.ofProvider(tx, providerId, providerPaymentId);
      if (payment) await orders.lock(tx, payment.orderId);
      const links = { paymentId: payment?.id ?? null, orderId: payment?.orderId ?? null, at };
      const { dispute, isNew } = await disputes.take(tx, providerId, reported, links);
      if (isNew) await note(tx, ctx, dispute, 'dispute.opened');
      if (isNew && isOpenDispute(state)) await withdrawPayouts(tx, ctx, dispute);
      if (dispute.orderId && !isNew)
        await items.close(tx, dispute.id, {
          decision: 'matched',
          by: ctx.actor,
          at: ctx.now,
          kinds: ['dispute_unmatched'],
        });
      if (!dispute.orderId && isNew)
        await items.open(
          tx,
          {
            kind: 'dispute_unmatched',
            providerId,
            sourceId: dispute.id,
            providerRef: dispute.providerDisputeId,
            orderId: null,
            amount: dispute.amount,
            currency: dispute.currency,
            reason: 'No payment of an order is known for this dispute',
          },
          ctx.now,
        );
      const known = { state: dispute.state, at: dispute.stateAt };
      const counts = truth ? state !== dispute.state : takesDisputeReport(known, { state, at });
      const current = truth || counts || (state === dispute.state && at >= dispute.stateAt);
      if (current) await bookDeduction(tx, ctx, dispute, deducted);
      if (!counts) return isNew ? (dispute.orderId ? 'recorded' : 'unmatched') : 'nothing_new';
      const endedAt = isOpenDispute(state) ? null : at;
      await disputes.update(tx, dispute.id, { state, stateAt: at, endedAt });
      if (state === 'lost') await bookLoss(tx, ctx, dispute, deducted);
      else await takeLossBack(tx, ctx, dispute);
      await note(tx, ctx, dispute, `dispute.${state}`);
      return isOpenDispute(state) ? 'recorded' : (state as DisputeOutcome);
    },

    /** The payment of disputes that came before it is known now. */
    async attach(
      tx: Tx,
      ctx: Context,
      of: { providerId: string; providerPaymentId: string; paymentId: string; orderId: string },
    ): Promise<void> {
      const { providerId, providerPaymentId, paymentId, orderId } = of;
      for (const { id } of await disputes.unmatchedOf(tx, providerId, providerPaymentId)) {
        await disputes.attach(tx, id, { paymentId, orderId });
        await items.close(tx, id, { decision: 'matched', by: ctx.actor, at: ctx.now });
        const dispute = await disputes.find(tx, id);
        if (!dispute) continue;
        await note(tx, ctx, dispute, 'dispute.opened');
        if (isOpenDispute(dispute.state)) await withdrawPayouts(tx, ctx, dispute);
      }
    },
  };
});

export type DisputeSteps = ReturnType<typeof createDisputeSteps>;
