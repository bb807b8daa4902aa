import type { Reader } from '#db/kernel/unit-of-work.js';
import type { CreditNoteSnapshot } from '#domain/invoices/credit-note-snapshot.js';
import type { InvoiceSnapshot } from '#domain/invoices/invoice-snapshot.js';
import type { SerialParts } from '#domain/invoices/serial.js';

export interface ReturnMonth {
  vendorId: string;
  from: Date;
  to: Date;
}

export interface IssuedInvoice extends SerialParts {
  id: string;
  snapshot: InvoiceSnapshot;
  /** Of each line in the order of the snapshot. */
  exempt: boolean[];
  /** The tax collected at source was withheld from its sale, and not posted with it. */
  withheldFromSale: boolean;
}

export interface IssuedNote extends SerialParts {
  id: string;
  snapshot: CreditNoteSnapshot;
  invoiceValue: number;
  /** By line. */
  exempt: Record<string, boolean>;
  withheldFromSale: boolean;
}

const withheldSql = (document: string) =>
  `exists (select from ledger_transactions t where t.sub_order_id = ${document}.sub_order_id and t.kind = 'sale' and coalesce(t.tcs_accrued, t.tcs) <> 0)`;

/** How many documents a vendor issued in a month. */
export async function countReturnDocuments(
  reader: Reader,
  { vendorId, from, to }: ReturnMonth,
): Promise<number> {
  const { rows } = await reader.raw<{ rows: { n: number }[] }>(
    `select (select count(*) from invoices where vendor_id = ? and issued_at >= ? and issued_at < ?)
       + (select count(*) from invoices_credit_notes where vendor_id = ? and issued_at >= ? and issued_at < ?) as n`,
    [vendorId, from, to, vendorId, from, to] as never[],
  );
  return Number(rows[0]?.n ?? 0);
}

/** The next invoices of a vendor's month in the order of their ids. */
export async function readIssuedInvoices(
  reader: Reader,
  { vendorId, from, to }: ReturnMonth,
  after: string | null,
  limit: number,
): Promise<IssuedInvoice[]> {
  const { rows } = await reader.raw<{ rows: IssuedInvoice[] }>(
    `select i.id, i.prefix, i.financial_year, i.sequence, i.snapshot,
       array(select l.gst_exempt from orders_lines l where l.sub_order_id = i.sub_order_id order by l.position) as exempt, ${withheldSql('i')} as withheld_from_sale
     from invoices i where i.vendor_id = ? and i.issued_at >= ? and i.issued_at < ?
       and i.id > coalesce(?::uuid, '00000000-0000-0000-0000-000000000000') order by i.id limit ?`,
    [vendorId, from, to, after, limit] as never[],
  );
  return rows;
}

export async function readIssuedNotes(
  reader: Reader,
  { vendorId, from, to }: ReturnMonth,
  after: string | null,
  limit: number,
): Promise<IssuedNote[]> {
  const { rows } = await reader.raw<{ rows: IssuedNote[] }>(
    `select n.id, n.prefix, n.financial_year, n.sequence, n.snapshot,
       coalesce((i.snapshot -> 'totals' ->> 'grandTotal')::bigint, 0) as invoice_value,
       (select coalesce(jsonb_object_agg(l.id, l.gst_exempt), '{}') from orders_lines l where l.sub_order_id = n.sub_order_id) as exempt, ${withheldSql('n')} as withheld_from_sale
     from invoices_credit_notes n left join invoices i on i.sub_order_id = n.sub_order_id
     where n.vendor_id = ? and n.issued_at >= ? and n.issued_at < ?
       and n.id > coalesce(?::uuid, '00000000-0000-0000-0000-000000000000') order by n.id limit ?`,
    [vendorId, from, to, after, limit] as never[],
  );
  return rows;
}

export interface UsedSeries {
  kind: 'invoice' | 'credit_note' | 'delivery_challan';
  prefix: string;
  financialYear: string;
  first: number;
  last: number;
  total: number;
  cancelled: number;
}

/**
 * The numbers that a vendor used in a month. An invoice counts as cancelled where its sub-order is and no note credits it, and so does a
 * number that was lost with the restore of a backup.
 */
export async function readUsedSeries(
  reader: Reader,
  { vendorId, from, to }: ReturnMonth,
): Promise<UsedSeries[]> {
  const { rows } = await reader.raw<{ rows: UsedSeries[] }>(
    `select kind, prefix, financial_year, min(first)::integer as first, max(last)::integer as last,
       sum(total)::integer as total, sum(cancelled)::integer as cancelled
     from (
       select 'invoice' as kind, i.prefix, i.financial_year, i.sequence as first, i.sequence as last, 1 as total,
         (p.status = 'cancelled' and not exists (
           select from invoices_credit_notes n where n.sub_order_id = p.id))::integer as cancelled
       from invoices i join orders_sub_orders p on p.id = i.sub_order_id
       where i.vendor_id = ? and i.issued_at >= ? and i.issued_at < ?
       union all
       select 'credit_note', n.prefix, n.financial_year, n.sequence, n.sequence, 1, 0
       from invoices_credit_notes n where n.vendor_id = ? and n.issued_at >= ? and n.issued_at < ?
       union all
       select 'delivery_challan', c.prefix, c.financial_year, c.sequence, c.sequence, 1, (s.status = 'cancelled')::integer
       from invoices_challans c join shipping_shipments s on s.id = c.shipment_id
       where c.vendor_id = ? and c.issued_at >= ? and c.issued_at < ?
       union all
       select case l.counter when 'invoice' then 'invoice' when 'challan' then 'delivery_challan' else 'credit_note' end, l.prefix, l.financial_year,
         l.first_sequence, l.last_sequence, lost.total, lost.total
       from invoices_lost_numbers l
       cross join lateral (select l.last_sequence - l.first_sequence + 1) as lost (total)
       where l.counter in ('invoice', 'creditNote', 'challan') and l.owner = ? and l.lost_at >= ? and l.lost_at < ?
     ) as used
     group by kind, prefix, financial_year
     order by array_position(array['invoice', 'credit_note', 'delivery_challan'], kind), financial_year, prefix`,
    [vendorId, from, to, vendorId, from, to, vendorId, from, to, vendorId, from, to] as never[],
  );
  return rows;
}

export async function readVendorGstin(reader: Reader, vendorId: string): Promise<string | null> {
  const vendor = await reader('vendors').where({ id: vendorId }).first('gstin');
  return vendor?.gstin ?? null;
}
