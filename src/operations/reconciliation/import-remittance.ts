import { DateTime } from 'luxon';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createItemsRepository } from '#db/reconciliation/items.repository.js';
import { readRemittedBefore, readRemittedParcels } from '#db/reconciliation/remitted-parcels.query.js';
import { createSettlementsRepository } from '#db/reconciliation/settlements.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { SettlementLine } from '#domain/payments/provider-books.js';
import { feeEntries } from '#domain/reconciliation/booking.js';
import { reconciliationErrors } from '#domain/reconciliation/reconciliation.errors.js';
import {
  remittanceDifference,
  type RemittanceRow,
  remittancesOf,
} from '#domain/reconciliation/remittance.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { postProvider } from './provider-postings.js';
import { createSettlementSteps } from './settlement-steps.js';

/** Cash is a provider like others: couriers hold it, and pay it over. */
const CASH = 'cod';

/** Takes what a courier has paid over as settlements of cash, one for each transfer, matched by AWB. */
export const createRemittanceImport = builtOnce((deps: OperationDeps) => {
  const settlements = createSettlementsRepository();
  const items = createItemsRepository();
  const steps = createSettlementSteps(deps);

  /**
   * Books all transfers of a file, or none. A row that is not what was to be collected opens a difference.
   * @returns the settlements, and how many rows differ
   * @throws AppError CONFLICT for a transfer that was imported before
   */
  return async function importRemittance(
    tx: Tx,
    ctx: Context,
    rows: readonly RemittanceRow[],
  ): Promise<{ settlementIds: string[]; differences: number }> {
    const zone = deps.settings.get(storeSettings.timeZone);
    const currency = deps.settings.get(storeSettings.currency);
    // Of two imports at once the second one sees what the first has booked.
    await settlements.lockProvider(tx, CASH);
    const awbs = rows.map(({ awb }) => awb);
    const [parcels, before] = [await readRemittedParcels(tx, awbs), await readRemittedBefore(tx, CASH, awbs)];
    const settlementIds: string[] = [];
    let differences = 0;
    for (const [reference, own] of remittancesOf(rows)) {
      if (await settlements.ofProvider(tx, CASH, reference))
        throw reconciliationErrors.remittanceKnown({ reference });
      const [fee, tax] = [sumOf(own, 'fee'), sumOf(own, 'tax')];
      const at = DateTime.fromISO(own[0]?.paidOn ?? '', { zone }).toJSDate();
      const { id: settlementId } = await steps.take(tx, ctx, CASH, {
        providerSettlementId: reference,
        amount: sumOf(own, 'amount') - fee - tax,
        currency,
        state: 'processed',
        fees: 0,
        tax: 0,
        reference,
        createdAt: at,
        processedAt: at,
      });
      const kept = feeEntries(CASH, fee, tax);
      await postProvider(tx, ctx, 'provider_fee', kept, {
        providerId: CASH,
        reason: `Remittance ${reference}`,
      });
      await steps.takeLines(
        tx,
        ctx,
        settlementId,
        own.map((row) => lineOf(row, { settlement: reference, currency, at })),
      );
      const lineIds = await settlements.lineIds(tx, settlementId);
      for (const row of own) {
        const parcel = parcels.get(row.awb);
        const difference = remittanceDifference(row, parcel, before.get(row.awb));
        if (!difference) continue;
        differences += 1;
        await items.open(
          tx,
          {
            kind: 'settlement_differs',
            providerId: CASH,
            sourceId: lineIds.get(row.awb) ?? settlementId,
            providerRef: row.awb,
            orderId: parcel?.orderId ?? null,
            currency,
            ...difference,
          },
          ctx.now,
        );
      }
      settlementIds.push(settlementId);
    }
    return { settlementIds, differences };
  };
});

export type RemittanceImport = ReturnType<typeof createRemittanceImport>;

function sumOf(rows: readonly RemittanceRow[], column: 'amount' | 'fee' | 'tax'): number {
  return rows.reduce((sum, row) => sum + row[column], 0);
}

function lineOf(
  { awb, amount, fee, tax }: RemittanceRow,
  { settlement, currency, at }: { settlement: string; currency: string; at: Date },
): SettlementLine {
  const net = amount - fee - tax;
  return {
    lineId: awb,
    providerSettlementId: settlement,
    // What is taken back is a correction of an earlier transfer.
    kind: amount < 0 ? 'adjustment' : 'payment',
    entityId: awb,
    providerPaymentId: null,
    providerDisputeId: null,
    debit: Math.max(0, -net),
    credit: Math.max(0, net),
    fee,
    tax,
    currency,
    description: null,
    createdAt: at,
    settledAt: at,
  };
}
