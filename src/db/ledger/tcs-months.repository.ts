import type { LedgerKind } from '#domain/ledger/ledger.js';
import { integer, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';

/** Tax at source that a sale or refund accrues to a vendor; negative for refunds. */
export interface TcsAccrual {
  kind: LedgerKind;
  sourceId: string;
  vendorId: string;
  accrued: number;
}

/** The tax collected at source of each vendor and month; its rows are locked until the transaction ends. */
export function createTcsMonthsRepository() {
  return {
    /**
     * Adds to the month of each vendor, in the order of their ids. What was posted before is left out, and a month that
     * began without a row starts with what was posted in it.
     * @param month its first day, with the instants at which it begins and ends
     * @returns what each vendor's month has accrued then
     */
    async accrue(
      tx: Tx,
      month: { firstDay: string; from: Date; to: Date },
      accruals: readonly TcsAccrual[],
    ): Promise<Map<string, number>> {
      const rows = await query(tx, { vendorId: uuid, accrued: integer })(
        `with given as materialized (
           select g.vendor_id, sum(g.accrued)::bigint as accrued
           from jsonb_to_recordset(?::jsonb) as g (kind text, source_id uuid, vendor_id uuid, accrued bigint)
           where not exists (select from ledger_transactions t
             where t.kind = g.kind and t.source_id = g.source_id and t.vendor_id = g.vendor_id)
           group by g.vendor_id
         )
         insert into ledger_tcs_months as m (vendor_id, month, accrued)
         select g.vendor_id, ?::date, g.accrued + case
           when exists (select from ledger_tcs_months x where x.vendor_id = g.vendor_id and x.month = ?::date) then 0
           else (select coalesce(sum(coalesce(t.tcs_accrued, t.tcs)), 0) from ledger_transactions t
             where t.vendor_id = g.vendor_id and t.posted_at >= ? and t.posted_at < ?) end
         from given g order by g.vendor_id
         on conflict (vendor_id, month) do update
           set accrued = m.accrued + (select g.accrued from given g where g.vendor_id = excluded.vendor_id)
         returning m.vendor_id, m.accrued`,
        [
          JSON.stringify(
            accruals.map(({ kind, sourceId, vendorId, accrued }) => ({
              kind,
              source_id: sourceId,
              vendor_id: vendorId,
              accrued,
            })),
          ),
          month.firstDay,
          month.firstDay,
          month.from,
          month.to,
        ],
      );
      return new Map(rows.map(({ vendorId, accrued }) => [vendorId, Number(accrued)]));
    },
  };
}
