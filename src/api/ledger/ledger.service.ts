import { createLedgerRepository } from '#db/ledger/ledger.repository.js';
import { createVendorsRepository } from '#db/vendors/vendors.repository.js';
import { listLedger } from '#db/ledger/ledger-list.query.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { ledgerErrors } from '#domain/ledger/ledger.errors.js';
import { ledgerEvents } from '#domain/ledger/ledger.events.js';
import { entriesOf, NO_FIGURES } from '#domain/ledger/ledger.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { newId } from '#lib/ids.js';
import { checkLedger } from '#operations/ledger/check-ledger.js';
import type { Platform } from '#operations/platform.js';

/** The ledger as vendors and operators read it, and what operators post by hand. */
export function createLedgerService({
  knex,
  unitOfWork,
  audit,
  outbox,
  counts,
  streaming,
  settings,
  operations,
}: Platform) {
  const ledger = createLedgerRepository();
  const vendors = createVendorsRepository(knex);

  return {
    listOfVendor: (vendorId: string, query: ListQuery) => listLedger(knex, { vendorId }, query, counts),
    list: (query: ListQuery) => listLedger(knex, {}, query, counts),

    async check() {
      const checks = await checkLedger(streaming);
      return { ok: checks.every(({ ok }) => ok), checks };
    },

    /**
     * Credits (positive) or debits the account of a vendor, for what no order or payout says.
     * @throws AppError VALIDATION_ERROR for an unknown vendor
     */
    async adjust(ctx: Context, input: { vendorId: string; amount: number; reason: string }) {
      const { vendorId, amount, reason } = input;
      const id = await unitOfWork.runOnce(ctx, async (tx) => {
        if (!(await vendors.lock(tx, vendorId))) throw ledgerErrors.unknownVendor({ vendorId });
        const adjustmentId = newId();
        const transaction = {
          ...NO_FIGURES,
          id: adjustmentId,
          kind: 'adjustment' as const,
          sourceId: adjustmentId,
          vendorId,
          orderId: null,
          subOrderId: null,
          paymentId: null,
          providerId: null,
          net: amount,
          reason,
          actor: ctx.actor,
          postedAt: ctx.now,
        };
        await ledger.post(tx, [{ transaction, entries: entriesOf(transaction) }]);
        const currency = settings.get(storeSettings.currency);
        const act = { entityId: adjustmentId, amount: Math.abs(amount), currency };
        await operations.moneyActs.record(tx, ctx, { kind: 'account_adjusted', ...act });
        await audit.record(tx, ctx, [
          { entity: 'ledger', entityId: adjustmentId, action: 'adjust', vendorId, after: { amount, reason } },
        ]);
        const payload = { transactionId: adjustmentId, vendorId, amount };
        outbox.append(tx, ctx, ledgerEvents.adjusted, vendorId, payload);
        return adjustmentId;
      });
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
      return posted;
    },
  };
}
