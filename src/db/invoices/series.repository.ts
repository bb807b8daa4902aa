import { expectRow } from '#db/kernel/expect-row.js';
import type { Tx } from '#db/kernel/unit-of-work.js';

export type SeriesKind =
  | 'invoice'
  | 'credit_note'
  | 'delivery_challan'
  | 'commission_invoice'
  | 'commission_credit_note';

/** The issuer of the documents that the operator issues itself. */
export const OPERATOR = '00000000-0000-0000-0000-000000000000';

/**
 * Locks the series of an issuer until the transaction ends, and returns the time that its next document is issued at: that of the
 * database, or that of the document before where it is later. Financial year and number are taken after it, so that they never
 * cross, whichever transaction began first. Lock order: order, invoice, series.
 */
export async function lockSeries(tx: Tx, issuerId: string, kind: SeriesKind): Promise<Date> {
  const now = `date_trunc('milliseconds', invoices_clock())`;
  const { rows } = await tx.raw<{ rows: { lastIssuedAt: Date }[] }>(
    `insert into invoices_series as s (issuer_id, kind, last_issued_at) values (?, ?, ${now})
     on conflict (issuer_id, kind) do update set last_issued_at = greatest(${now}, s.last_issued_at)
     returning last_issued_at`,
    [issuerId, kind],
  );
  return expectRow(rows).lastIssuedAt;
}
