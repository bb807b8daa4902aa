import { createLedgerRepository } from '#db/ledger/ledger.repository.js';
import { createPayoutsRepository } from '#db/payouts/payouts.repository.js';
import { payoutStatements } from '#db/payouts/statements-tables.js';
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
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createPayoutAccounts } from './payout-accounts.js';
import { createPayoutMails } from './payout-mails.js';

const DAY_MS = 86_400_000;

/** The steps of payouts, each in the transaction of its caller, under the lock of the vendor. */
export const createPayoutSteps = builtOnce((deps: OperationDeps) => {
  const { outbox, settings } = deps;
  const payouts = createPayoutsRepository();
  const mails = createPayoutMails(deps);
  const ledger = createLedgerRepository();
  const accounts = createPayoutAccounts(deps);

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
      ...NO_FIGURES,
      id: newId(),
      kind,
      sourceId,
      vendorId,
      orderId: null,
      subOrderId: null,
      paymentId: null,
      providerId: null,
      net: kind === 'payout' ? -amount : amount,
      reason: null,
      actor: ctx.actor,
      postedAt: ctx.now,
    };
    await ledger.post(tx, [{ transaction, entries: entriesOf(transaction) }]);
  }

  return {
    holdDays,

    /**
     * Creates a payout of what is payable; a negative balance is carried over.
     * @param input.bank the vendor's account, encrypted
     * @param input.minimum subunits below which nothing is paid; 1 by default
     * @returns the payout, or `balance` where there is nothing to pay
     * @throws AppError VALIDATION_ERROR for an unknown vendor, CONFLICT while a change of bank details holds payouts
     */
    async create(
      tx: Tx,
      ctx: Context,
      input: { vendorId: string; until: Date; bank: string; minimum?: number },
    ): Promise<{ id: string; amount: number } | { balance: number }> {
      const { vendorId, until, bank, minimum = 1 } = input;
      if (!(await payouts.lockVendor(tx, vendorId))) throw payoutsErrors.unknownVendor({ vendorId });
      const held = await accounts.heldUntil(tx, ctx, vendorId);
      if (held) throw payoutsErrors.bankDetailsChanged({ until: held });
      const hold = await accounts.holdOf(tx, ctx, vendorId);
      if (hold) throw payoutsErrors.vendorHeld({ until: hold.until.toISOString(), reason: hold.reason });
      const cutOff = new Date(ctx.now.getTime() - holdDays() * DAY_MS);
      const id = newId();
      const currency = settings.get(storeSettings.currency);
      const payout = { id, vendorId, currency, until, bank, createdAt: ctx.now };
      const amount = await payouts.create(tx, payout, { cutOff, minimum, actor: ctx.actor });
      if (amount < minimum) return { balance: amount };
      outbox.append(tx, ctx, payoutsEvents.created, id, { payoutId: id, vendorId, amount });
      return { id, amount };
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
      await payoutStatements.request(tx, [{ payoutId }]);
      await mails.paid(tx, ctx, payout, reference);
      return true;
    },

    /**
     * Records that a payout failed: its entries can be paid again. One that was paid keeps them until the money is back,
     * which its provider or its bank has to say: else it would be paid twice.
     * @param returned that the money of a paid payout is back, with the reference of the bank where no provider says so
     * @throws AppError CONFLICT for a paid payout that nobody returned
     */
    async fail(
      tx: Tx,
      ctx: Context,
      payout: Payout,
      { reason, returned }: { reason: string; returned?: { reference: string | null } },
    ): Promise<boolean> {
      if (payout.status === 'failed') return false;
      await payouts.lockVendor(tx, payout.vendorId);
      const failed = {
        status: 'failed' as const,
        failureReason: reason,
        failedAt: ctx.now,
        returnReference: payout.status === 'paid' ? (returned?.reference ?? null) : null,
      };
      if (!(await payouts.move(tx, payout.id, returned ? ['pending', 'paid'] : ['pending'], failed)))
        throw payoutsErrors.bankReturnNeeded();
      if (payout.status === 'paid') {
        await post(tx, ctx, payout, 'payout_failed');
        await payoutStatements.request(tx, [{ payoutId: payout.id }]);
      }
      await payouts.release(tx, payout.id, ctx.now);
      const { id: payoutId, vendorId, amount } = payout;
      outbox.append(tx, ctx, payoutsEvents.failed, payoutId, { payoutId, vendorId, amount, reason });
      return true;
    },
  };
});

export type PayoutSteps = ReturnType<typeof createPayoutSteps>;
