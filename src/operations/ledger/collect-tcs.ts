import { DateTime } from 'luxon';
import { createTcsMonthsRepository, type TcsAccrual } from '#db/ledger/tcs-months.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { collectedTcs } from '#domain/ledger/collected-tcs.js';
import { type LedgerTransaction, netOf } from '#domain/ledger/ledger.js';

const months = createTcsMonthsRepository();

/**
 * Limits the tax collected at source to what the month of its seller owes, for sales and refunds whose `tcs` is their own.
 * Several of one vendor share what its month allows in their order. Nothing is locked where no tax is collected.
 */
export async function collectTcs(
  tx: Tx,
  transactions: readonly LedgerTransaction[],
  { at, timeZone }: { at: Date; timeZone: string },
): Promise<LedgerTransaction[]> {
  const taxed = transactions.filter(({ tcs }) => tcs !== 0);
  if (taxed.length === 0) return [...transactions];
  const first = DateTime.fromJSDate(at, { zone: timeZone }).startOf('month');
  const month = {
    firstDay: first.toISODate() ?? '',
    from: first.toJSDate(),
    to: first.plus({ months: 1 }).toJSDate(),
  };
  const accruals = taxed.map(({ kind, sourceId, vendorId, tcs }): TcsAccrual => {
    return { kind, sourceId, vendorId, accrued: tcs };
  });
  const after = await months.accrue(tx, month, accruals);
  // From the last to the first: what the month had accrued before each of them.
  const collected = [...transactions].reverse().map((transaction): LedgerTransaction => {
    const { vendorId, tcs: tcsAccrued } = transaction;
    const monthAfter = after.get(vendorId);
    if (tcsAccrued === 0 || monthAfter === undefined) return transaction;
    after.set(vendorId, monthAfter - tcsAccrued);
    const figures = { ...transaction, tcs: collectedTcs(monthAfter, tcsAccrued) };
    return { ...figures, tcsAccrued, net: netOf(figures) };
  });
  return collected.reverse();
}
