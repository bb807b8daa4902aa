import { readBalance } from '#db/payouts/balance.query.js';
import { listPayouts, type PayoutScope, readLastPayout, readPayout } from '#db/payouts/payout-list.query.js';
import { createPayoutsRepository } from '#db/payouts/payouts.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { BankAccount, ListedPayout, Payout } from '#domain/payouts/payout.js';
import { payoutsErrors } from '#domain/payouts/payouts.errors.js';
import { bankSettings } from '#domain/payouts/payouts.settings.js';
import { statementCsv } from '#domain/payouts/statement.js';
import type { Platform } from '#operations/platform.js';

/** Payouts as operators make and record them, and as vendors read them. */
export function createPayoutsService({ knex, unitOfWork, operations, audit, settings, keyring }: Platform) {
  const payouts = createPayoutsRepository();
  const { payoutSteps: steps } = operations;

  async function get(scope: PayoutScope & { payoutId: string }): Promise<ListedPayout> {
    const payout = await readPayout(knex, scope);
    if (!payout) throw platformErrors.notFound({ entity: 'Payout' });
    return payout;
  }

  /** The bank details of a vendor, encrypted, or which are missing. */
  async function bankOf(vendorId: string): Promise<{ bank: string } | { missing: string[] }> {
    const account: Partial<BankAccount> = {};
    const missing: string[] = [];
    for (const [name, key] of Object.entries(bankSettings)) {
      const value = await settings.forVendor(vendorId, key);
      if (value === '') missing.push(key.name);
      else account[name as keyof BankAccount] = value;
    }
    return missing.length > 0 ? { missing } : { bank: keyring.encrypt(JSON.stringify(account)) };
  }

  async function record(
    ctx: Context,
    payoutId: string,
    action: string,
    step: (tx: Tx, payout: Payout) => Promise<boolean>,
    after: object,
  ): Promise<ListedPayout> {
    await unitOfWork.run(ctx, async (tx) => {
      const payout = await payouts.lock(tx, payoutId);
      if (!payout) throw platformErrors.notFound({ entity: 'Payout' });
      if (!(await step(tx, payout))) return;
      const { vendorId, status } = payout;
      await audit.record(tx, ctx, [
        { entity: 'payout', entityId: payoutId, action, vendorId, before: { status }, after },
      ]);
    });
    return get({ payoutId });
  }

  return {
    get,
    list: (scope: PayoutScope, query: ListQuery) => listPayouts(knex, scope, query),

    /**
     * Creates a payout of the payable entries of a vendor.
     * @throws AppError VALIDATION_ERROR for an unknown vendor, CONFLICT without bank details or with nothing to pay
     */
    async create(
      ctx: Context,
      { vendorId, until }: { vendorId: string; until: string },
    ): Promise<ListedPayout> {
      const account = await bankOf(vendorId);
      const payoutId = await unitOfWork.runOnce(ctx, async (tx) => {
        if (!(await payouts.lockVendor(tx, vendorId))) throw payoutsErrors.unknownVendor({ vendorId });
        if ('missing' in account)
          throw payoutsErrors.bankDetailsMissing({ keys: account.missing.join(', ') });
        const { bank } = account;
        const id = await steps.create(tx, ctx, { vendorId, until: new Date(until), bank });
        await audit.record(tx, ctx, [
          { entity: 'payout', entityId: id, action: 'create', vendorId, after: { until } },
        ]);
        return id;
      });
      return get({ payoutId });
    },

    markPaid: (ctx: Context, payoutId: string, reference: string) =>
      record(ctx, payoutId, 'pay', (tx, payout) => steps.pay(tx, ctx, payout, reference), { reference }),

    markFailed: (ctx: Context, payoutId: string, reason: string) =>
      record(ctx, payoutId, 'fail', (tx, payout) => steps.fail(tx, ctx, payout, reason), { reason }),

    async balance(ctx: Context, vendorId: string) {
      const [balance, lastPayout] = await Promise.all([
        readBalance(knex, vendorId, { now: ctx.now, holdDays: steps.holdDays() }),
        readLastPayout(knex, vendorId),
      ]);
      return { ...balance, lastPayout: lastPayout ?? null };
    },

    /** The entries of a payout as CSV. @throws AppError NOT_FOUND */
    async statement(scope: PayoutScope & { payoutId: string }): Promise<string> {
      const { id } = await get(scope);
      return statementCsv(await payouts.statement(knex, id));
    },
  };
}
