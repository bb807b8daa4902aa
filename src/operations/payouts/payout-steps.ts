import { createLedgerRepository } from '#db/ledger/ledger.repository.js';
import { readVendorRecipients } from '#db/orders/vendor-recipients.query.js';
import { createPayoutsRepository } from '#db/payouts/payouts.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { entriesOf, type LedgerKind, NO_FIGURES } from '#domain/ledger/ledger.js';
import type { Payout } from '#domain/payouts/payout.js';
import { payoutsErrors } from '#domain/payouts/payouts.errors.js';
import { payoutsEvents } from '#domain/payouts/payouts.events.js';
import { payoutsSettings } from '#domain/payouts/payouts.settings.js';
import { returnsSettings } from '#domain/returns/returns.settings.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { newId } from '#lib/ids.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';

const DAY_MS = 86_400_000;

/** The steps of payouts, each in the transaction of whoever takes it, under the lock of the vendor. */
export function createPayoutSteps({ outbox, settings, mail }: OperationDeps) {
  const payouts = createPayoutsRepository();
  const ledger = createLedgerRepository();

  /** Days from delivery after which a sale can be paid out. */
  const holdDays = () =>
    Math.max(settings.get(payoutsSettings.holdDays), settings.get(returnsSettings.windowDays));

  async function post(
    tx: Tx,
    ctx: Context,
    payout: Payout,
    kind: LedgerKind & ('payout' | 'payout_failed'),
  ): Promise<void> {
    const { id: sourceId, vendorId, amount } = payout;
    const transaction = {
      ...{ ...NO_FIGURES, id: newId(), kind, sourceId, vendorId, orderId: null, orderVendorId: null },
      ...{ paymentId: null, providerId: null, net: kind === 'payout' ? -amount : amount, reason: null },
      ...{ actor: ctx.actor, postedAt: ctx.now },
    };
    await ledger.post(tx, [{ transaction, entries: entriesOf(transaction) }]);
  }

  async function notifyPaid(tx: Tx, ctx: Context, payout: Payout, reference: string): Promise<void> {
    const { id, vendorId, amount, currency, until } = payout;
    const people = await readVendorRecipients(tx, [vendorId]);
    const vendor = (await tx('vendors').where({ id: vendorId }).first('displayName')) as {
      displayName: string;
    };
    await mail.enqueueAll(
      tx,
      ctx,
      people.map(({ userId, name, email }) => ({
        template: 'payout.paid',
        role: 'vendor_member',
        to: email,
        variables: {
          ...{
            customerName: name,
            vendorName: vendor.displayName,
            payoutAmount: amount,
            currency,
            reference,
          },
          ...{ periodEnd: until.toISOString(), paidAt: ctx.now.toISOString(), dashboardUrl: '' },
        },
        dedupeKey: `payout.paid:${id}:${userId}`,
      })),
    );
  }

  return {
    holdDays,

    /**
     * Creates a payout of what is payable; a negative balance is carried over.
     * @param bank the vendor's account, encrypted
     * @throws AppError CONFLICT when there is nothing to pay
     */
    async create(
      tx: Tx,
      ctx: Context,
      input: { vendorId: string; until: Date; bank: string },
    ): Promise<string> {
      const { vendorId, until, bank } = input;
      if (!(await payouts.lockVendor(tx, vendorId))) throw payoutsErrors.unknownVendor({ vendorId });
      const cutOff = new Date(ctx.now.getTime() - holdDays() * DAY_MS);
      const entries = await payouts.payable(tx, vendorId, { until, cutOff });
      const amount = entries.reduce((sum, entry) => sum + entry.amount, 0);
      if (amount <= 0) throw payoutsErrors.nothingToPay({ balance: amount });
      const id = newId();
      const currency = settings.get(storeSettings.currency);
      const row = {
        id,
        vendorId,
        amount,
        currency,
        status: 'pending' as const,
        until,
        bank,
        createdAt: ctx.now,
      };
      await payouts.insert(tx, row, ctx.actor);
      await payouts.take(tx, id, entries.map(({ entryId }) => entryId)); // prettier-ignore
      outbox.append(tx, ctx, payoutsEvents.created, id, { payoutId: id, vendorId, amount });
      return id;
    },

    /** Records a payout as paid: the ledger says so, and the vendor is notified. A repeat with the reference changes nothing. */
    async pay(tx: Tx, ctx: Context, payout: Payout, reference: string): Promise<boolean> {
      if (payout.status === 'paid' && payout.reference === reference) return false;
      const paid = { status: 'paid' as const, reference, paidAt: ctx.now };
      if (!(await payouts.move(tx, payout.id, ['pending'], paid)))
        throw payoutsErrors.wrongState({ status: payout.status, move: 'paid' });
      await post(tx, ctx, payout, 'payout');
      const { id: payoutId, vendorId, amount } = payout;
      outbox.append(tx, ctx, payoutsEvents.paid, payoutId, { payoutId, vendorId, amount, reference });
      await notifyPaid(tx, ctx, payout, reference);
      return true;
    },

    /** Records that a payout failed, also after it was paid and the bank returned it: its entries can be paid again. */
    async fail(tx: Tx, ctx: Context, payout: Payout, reason: string): Promise<boolean> {
      if (payout.status === 'failed') return false;
      await payouts.lockVendor(tx, payout.vendorId);
      const failed = { status: 'failed' as const, failureReason: reason, failedAt: ctx.now };
      await payouts.move(tx, payout.id, ['pending', 'paid'], failed);
      if (payout.status === 'paid') await post(tx, ctx, payout, 'payout_failed');
      await payouts.release(tx, payout.id, ctx.now);
      const { id: payoutId, vendorId, amount } = payout;
      outbox.append(tx, ctx, payoutsEvents.failed, payoutId, { payoutId, vendorId, amount, reason });
      return true;
    },
  };
}

export type PayoutSteps = ReturnType<typeof createPayoutSteps>;
