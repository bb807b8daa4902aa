import { instant, integer, nullable, type RowOf, text, textOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';

/** An issued invoice or credit note, with its PDF where one is stored. */
const monthDocumentColumns = {
  prefix: text,
  financialYear: text,
  sequence: integer,
  kind: textOf<'invoice' | 'credit_note'>(),
  id: uuid,
  vendorId: uuid,
  /** For a folder: no two vendors have the same. */
  vendorFolder: text,
  issuedAt: instant,
  storageKey: nullable(text),
  /** Of an invoice: how often its document was requested. */
  requestedRev: integer,
};
export type MonthDocument = RowOf<typeof monthDocumentColumns>;

export interface DocumentMonth {
  /** Null for those of all vendors. */
  vendorId: string | null;
  from: Date;
  to: Date;
}

/** How many documents were issued in a month, `limit` at most. */
export async function countMonthDocuments(
  reader: Reader,
  month: DocumentMonth,
  limit: number,
): Promise<number> {
  const rows = await query(reader, { n: integer })(
    `select count(*)::integer as n from (${documentsSql(month)} limit ?) d`,
    [...valuesOf(month), limit],
  );
  return rows[0]?.n ?? 0;
}

/** The documents of a month by vendor and number, `limit` at most, as they were at one instant. */
export async function readMonthDocuments(
  reader: Reader,
  month: DocumentMonth,
  limit: number,
): Promise<MonthDocument[]> {
  return query(reader, monthDocumentColumns)(
    `select d.*, case when v.deleted_at is null then v.slug else v.slug || '-' || v.id end as vendor_folder
     from (${documentsSql(month)} limit ?) d join vendors v on v.id = d.vendor_id
     order by vendor_folder, d.kind desc, d.prefix, d.financial_year, d.sequence`,
    [...valuesOf(month), limit],
  );
}

/** All documents of one vendor, or of all. */
function documentsSql({ vendorId }: DocumentMonth): string {
  const issued = (table: string) =>
    `${table}.issued_at >= ? and ${table}.issued_at < ?${vendorId === null ? '' : ` and ${table}.vendor_id = ?`}`;
  return `select 'invoice' as kind, i.id, i.vendor_id, i.prefix, i.financial_year, i.sequence, i.issued_at,
      i.storage_key, i.requested_rev
    from invoices i where ${issued('i')}
    union all
    select 'credit_note', n.id, n.vendor_id, n.prefix, n.financial_year, n.sequence, n.issued_at, f.storage_key, 0
    from invoices_credit_notes n left join invoices_credit_note_documents f on f.credit_note_id = n.id
    where ${issued('n')}`;
}

function valuesOf({ vendorId, from, to }: DocumentMonth): unknown[] {
  const values = vendorId === null ? [from, to] : [from, to, vendorId];
  // Of invoices and of credit notes.
  return [...values, ...values];
}
