import { createVendorsRepository } from '#db/vendors/vendors.repository.js';
import { listLedger } from '#db/ledger/ledger-list.query.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { ledgerErrors } from '#domain/ledger/ledger.errors.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { newId } from '#lib/ids.js';
import type { AccountAdjustment } from '#operations/ledger/adjust-account.js';
import { checkLedger } from '#operations/ledger/check-ledger.js';
import type { Platform } from '#operations/platform.js';

/** The ledger as vendors and operators read it, and what operators post by hand. */
export function createLedgerService({
  knex,
  unitOfWork,
  audit,
  counts,
  streaming,
  settings,
  operations,
}: Platform) {
  const vendors = createVendorsRepository(knex);

  return {
    listOfVendor: (vendorId: string, query: ListQuery) => listLedger(knex, { vendorId }, query, counts),
    list: (query: ListQuery) => listLedger(knex, {}, query, counts),

    async check() {
      const checks = await checkLedger(streaming);
      return { ok: checks.every(({ ok }) => ok), checks };
    },

    /**
     * Credits (positive) or debits the account of a vendor, for what no order or payout says; above the limits once a second
     * person has approved it.
     * @returns the posting, or the approval that it waits for
     * @throws AppError VALIDATION_ERROR for an unknown vendor
     */
    async adjust(ctx: Context, input: AccountAdjustment) {
      const { vendorId, amount, reason } = input;
      const { id, approvalId } = await unitOfWork.runOnce(ctx, async (tx) => {
        if (!(await vendors.lock(tx, vendorId))) throw ledgerErrors.unknownVendor({ vendorId });
        const entityId = newId();
        const currency = settings.get(storeSettings.currency);
        const held = { kind: 'account_adjustment', entityId, input, amount, currency, vendorId } as const;
        const waitsFor = await operations.moneyActs.decide(tx, ctx, { kind: 'account_adjusted', held });
        if (!waitsFor) await operations.adjustAccount(tx, ctx, entityId, input);
        const action = waitsFor ? 'ask' : 'adjust';
        await audit.record(tx, ctx, [
          { entity: 'ledger', entityId, action, vendorId, after: { amount, reason } },
        ]);
        return { id: entityId, approvalId: waitsFor };
      });
      if (approvalId) return { approvalId, posted: null };
      const { rows } = await listLedger(
        knex,
        { vendorId },
        {
          page: 1,
          limit: 1,
          offset: 0,
          includeDeleted: false,
          filters: [{ field: 'id', operator: 'eq', value: id }],
          sort: { field: 'postedAt', direction: 'desc' },
        },
        { get: (_key, count) => count() },
      );
      const [posted] = rows;
      if (!posted) throw new Error(`Adjustment ${id} is gone`);
      return { posted };
    },
  };
}
