import { decimalUnits } from '#domain/_shared/decimal-units.js';
import { createMoneyApprovalsService } from '#api/access/money-approvals.service.js';
import { createMoneyApprovalsRepository } from '#db/access/money-approvals.repository.js';
import { readBalance } from '#db/payouts/balance.query.js';
import { listPayouts, type PayoutScope, readLastPayout, readPayout } from '#db/payouts/payout-list.query.js';
import { createPayoutsRepository } from '#db/payouts/payouts.repository.js';
import { payoutStatements } from '#db/payouts/statements-tables.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { MoneyActKind } from '#domain/access/money-acts.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { ListedPayout, Payout } from '#domain/payouts/payout.js';
import { payoutsErrors } from '#domain/payouts/payouts.errors.js';
import { statementCsv } from '#domain/payouts/statement.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { OpenObject } from '#integrations/storage/storage.js';
import { createProviderCheck } from '#operations/payouts/provider-check.js';
import { createVendorBankReader } from '#operations/payouts/vendor-bank.js';
import type { Platform } from '#operations/platform.js';

/** Payouts as operators make and record them, and as vendors read them. */
export function createPayoutsService(platform: Platform) {
  const { knex, unitOfWork, operations, audit, storage, settings } = platform;
  const payouts = createPayoutsRepository();
  const { payoutSteps: steps, payoutTransfers: transfers, moneyActs: acts } = operations;
  const approvals = createMoneyApprovalsRepository();
  const decisions = createMoneyApprovalsService(platform);
  const assertProvider = createProviderCheck(platform);
  const bankOf = createVendorBankReader(platform);

  async function get(scope: PayoutScope & { payoutId: string }): Promise<ListedPayout> {
    const payout = await readPayout(knex, scope);
    if (!payout) throw platformErrors.notFound({ entity: 'Payout' });
    return payout;
  }

  async function record(
    ctx: Context,
    payoutId: string,
    { action, kind }: { action: string; kind: MoneyActKind },
    step: (tx: Tx, payout: Payout) => Promise<boolean>,
    after: object,
  ): Promise<ListedPayout> {
    await unitOfWork.run(ctx, async (tx) => {
      const payout = await payouts.lock(tx, payoutId);
      if (!payout) throw platformErrors.notFound({ entity: 'Payout' });
      if (!(await step(tx, payout))) return;
      const { vendorId, status, amount, currency } = payout;
      await acts.record(tx, ctx, { kind, entityId: payoutId, amount, currency });
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
      assertProvider();
      const account = await bankOf(vendorId);
      const payoutId = await unitOfWork.runOnce(ctx, async (tx) => {
        if (!(await payouts.lockVendor(tx, vendorId))) throw payoutsErrors.unknownVendor({ vendorId });
        if ('missing' in account)
          throw payoutsErrors.bankDetailsMissing({ keys: account.missing.join(', ') });
        const { bank } = account;
        const made = await steps.create(tx, ctx, { vendorId, until: new Date(until), bank });
        if ('balance' in made) throw payoutsErrors.nothingToPay({ balance: decimalUnits(made.balance) });
        const { id } = made;
        await transfers.start(tx, ctx, { ...made, vendorId });
        await audit.record(tx, ctx, [
          { entity: 'payout', entityId: id, action: 'create', vendorId, after: { until } },
        ]);
        return id;
      });
      return get({ payoutId });
    },

    /**
     * Records a payout as paid; above the limit once a second person has confirmed it, unless one had approved it.
     * @returns the payout, or the approval that it waits for
     */
    async markPaid(
      ctx: Context,
      payoutId: string,
      reference: string,
    ): Promise<{ paid: ListedPayout } | { approvalId: string; paid: null }> {
      const approvalId = await unitOfWork.run(ctx, async (tx) => {
        const payout = await payouts.lock(tx, payoutId);
        if (!payout) throw platformErrors.notFound({ entity: 'Payout' });
        await transfers.assertByHand(tx, payout);
        await acts.assertDecided(tx, 'payout', payout);
        // A repeat, or another end of it: the step says which.
        if (payout.status !== 'pending') return steps.pay(tx, ctx, payout, reference).then(() => null);
        const { vendorId, status, amount, currency } = payout;
        const held = { kind: 'payout_paid', entityId: payoutId, amount, currency, vendorId } as const;
        const waitsFor = await acts.decidePaid(tx, ctx, { ...held, input: { reference } });
        if (!waitsFor) await steps.pay(tx, ctx, payout, reference);
        const action = waitsFor ? 'ask' : 'pay';
        await audit.record(tx, ctx, [
          {
            entity: 'payout',
            entityId: payoutId,
            action,
            vendorId,
            before: { status },
            after: { reference },
          },
        ]);
        return waitsFor;
      });
      if (approvalId) return { approvalId, paid: null };
      return { paid: await get({ payoutId }) };
    },

    /** @throws AppError CONFLICT for a paid payout without the bank's reference of the return, and while a provider may send it */
    markFailed: (
      ctx: Context,
      payoutId: string,
      { reason, bankReference }: { reason: string; bankReference?: string },
    ) =>
      record(
        ctx,
        payoutId,
        { action: 'fail', kind: 'payout_failed' },
        async (tx, payout) => {
          await transfers.withdraw(tx, ctx, payout, reason);
          const returned = bankReference === undefined ? undefined : { reference: bankReference };
          await operations.moneyApprovals.close(tx, ctx, payoutId, reason);
          return steps.fail(tx, ctx, payout, { reason, returned });
        },
        { reason, bankReference },
      ),

    /**
     * Approves a payout that waits for a second person; a repeat changes nothing.
     * @throws AppError as `moneyApprovals.approve`, CONFLICT where it waits for none
     */
    async approve(ctx: Context, payoutId: string): Promise<ListedPayout> {
      await get({ payoutId });
      const approval = await approvals.ofEntity(knex, payoutId);
      if (!approval) throw payoutsErrors.notAwaitingApproval();
      await decisions.approve(ctx, approval.id);
      return get({ payoutId });
    },

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
      return statementCsv(await payouts.statement(knex, id), settings.get(storeSettings.timeZone));
    },

    /**
     * The statement of a paid payout as PDF.
     * @throws AppError NOT_FOUND, CONFLICT before it is paid, and with `Retry-After` while it is being rendered
     */
    async statementPdf(ctx: Context, scope: PayoutScope & { payoutId: string }): Promise<OpenObject> {
      const { id: payoutId, status, paidAt } = await get(scope);
      if (!paidAt) throw payoutsErrors.notPaid({ status });
      const key = await payouts.statementKey(knex, payoutId);
      const file = key === null ? null : await storage.get(key);
      if (file) return file;
      // Payouts that were paid before there were statements have no row yet, and a stored file may be gone.
      await unitOfWork.run(ctx, async (tx) => {
        if (key === null) await payouts.addStatement(tx, payoutId);
        else await payoutStatements.request(tx, [{ payoutId }]);
      });
      throw payoutsErrors.statementRendering({}, { retryAfter: 2 });
    },
  };
}
