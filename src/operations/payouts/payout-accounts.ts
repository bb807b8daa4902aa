import { createAccountsRepository } from '#db/payouts/accounts.repository.js';
import { createHoldsRepository, type PayoutHold } from '#db/payouts/holds.repository.js';
import { createPayoutsRepository } from '#db/payouts/payouts.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { heldUntil, type PayoutAccount, waitedAt } from '#domain/payouts/account.js';
import { payoutsErrors } from '#domain/payouts/payouts.errors.js';
import { payoutsEvents } from '#domain/payouts/payouts.events.js';
import { payoutsSettings } from '#domain/payouts/payouts.settings.js';
import { newId } from '#lib/ids.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createPayoutMails } from './payout-mails.js';

const HOUR_MS = 3_600_000;

/** Changed bank details of vendors as people change, cancel and retry them, each step in the transaction of its caller. */
export const createPayoutAccounts = builtOnce((deps: OperationDeps) => {
  const { outbox, settings } = deps;
  const payouts = createPayoutsRepository();
  const accounts = createAccountsRepository();
  const holds = createHoldsRepository();
  const mails = createPayoutMails(deps);

  const terms = () => ({
    tested: settings.get(payoutsSettings.provider) !== '',
    bankHoldHours: settings.get(payoutsSettings.bankHoldHours),
  });

  function request(tx: Tx, ctx: Context, { id, vendorId }: Pick<PayoutAccount, 'id' | 'vendorId'>): void {
    const payload = { accountId: id, vendorId };
    outbox.append(tx, ctx, payoutsEvents.accountTestRequested, id, payload);
  }

  return {
    /** Whether a vendor ever replaced or emptied its bank details, so that new ones are not its first. */
    async hasChanged(tx: Tx, vendorId: string): Promise<boolean> {
      return (await accounts.current(tx, vendorId)) !== undefined;
    },

    /** Whether first bank details would be paid what is owed already. */
    hasBalance: (tx: Tx, vendorId: string): Promise<boolean> => holds.hasBalance(tx, vendorId),

    /** Payouts of a vendor wait, whatever its bank details. */
    async hold(tx: Tx, vendorId: string, hold: PayoutHold): Promise<void> {
      await payouts.lockVendor(tx, vendorId);
      await holds.hold(tx, vendorId, hold);
    },

    /** Why the payouts of a vendor wait, apart from its bank details. */
    holdOf: (tx: Tx, ctx: Context, vendorId: string): Promise<PayoutHold | undefined> =>
      holds.current(tx, vendorId, ctx.now),

    /** A vendor set or replaced its bank details: its people are notified, and payouts wait. */
    async change(tx: Tx, ctx: Context, vendorId: string, keys: readonly string[]): Promise<void> {
      await payouts.lockVendor(tx, vendorId);
      const { tested, bankHoldHours } = terms();
      const testHours = settings.get(payoutsSettings.accountTestHours);
      const id = newId();
      const dueAt = new Date(ctx.now.getTime() + testHours * HOUR_MS);
      await accounts.replace(tx, { id, vendorId, changedBy: ctx.actor, changedAt: ctx.now, dueAt });
      request(tx, ctx, { id, vendorId });
      outbox.append(tx, ctx, payoutsEvents.bankChanged, vendorId, { vendorId, keys: [...keys] });
      await mails.bankChanged(tx, ctx, vendorId, tested ? testHours : bankHoldHours);
    },

    /** What the payouts of a vendor wait for since its bank details were changed; undefined where they do not wait. */
    async heldUntil(tx: Tx, ctx: Context, vendorId: string): Promise<string | undefined> {
      const account = await accounts.current(tx, vendorId);
      return account && heldUntil(account, { ...terms(), now: ctx.now });
    },

    /** When details that wait have waited long enough. */
    waitedAt: (account: PayoutAccount): Date => waitedAt(account, terms()),

    /** An operator holds the payouts of a vendor until its details are corrected. @returns false for a repeat */
    async cancel(tx: Tx, ctx: Context, account: PayoutAccount, reason: string): Promise<boolean> {
      const { id, vendorId, state } = account;
      if (state === 'cancelled') return false;
      const cancelled = { state: 'cancelled' as const, reason, endedAt: ctx.now };
      if (!(await accounts.move(tx, id, ['waiting', 'testing', 'verified', 'failed'], cancelled)))
        throw payoutsErrors.accountNotOpen({ state, move: 'cancelled' });
      await mails.accountFailed(tx, ctx, vendorId, { occasion: newId(), reason });
      return true;
    },

    /** An operator has details tested again that failed or were cancelled; those that have not waited long enough wait on. */
    async retry(tx: Tx, ctx: Context, account: PayoutAccount): Promise<boolean> {
      const { id, state } = account;
      const anew = {
        state: 'waiting' as const,
        bank: null,
        providerId: null,
        transferId: null,
        amount: null,
        providerTransferId: null,
        bankReference: null,
        reason: null,
        sentAt: null,
        lastSentAt: null,
        refusal: null,
        sentFrom: null,
        missingSince: null,
        verifiedAt: null,
        endedAt: null,
      };
      if (!(await accounts.move(tx, id, ['failed', 'cancelled'], anew)))
        throw payoutsErrors.accountNotOpen({ state, move: 'tried again' });
      request(tx, ctx, account);
      return true;
    },
  };
});

export type PayoutAccounts = ReturnType<typeof createPayoutAccounts>;
