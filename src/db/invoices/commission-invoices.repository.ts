import { integer, text, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { expectRow } from '#db/kernel/expect-row.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { Address } from '#domain/_shared/address.js';
import type {
  CommissionDocumentKind,
  CommissionMonth,
  CommissionSnapshot,
} from '#domain/invoices/commission-invoice.js';
import type { SerialParts } from '#domain/invoices/serial.js';
import { createFrozenDocuments } from './frozen-documents.repository.js';

/** A month of the store: its first day and the instants at which it begins and ends. */
export interface MonthRange {
  /** `2026-10-01`. */
  firstDay: string;
  from: Date;
  to: Date;
}

export interface InvoicedVendor {
  displayName: string;
  legalName: string | null;
  gstin: string | null;
  stateCode: string | null;
  address: Address | null;
}

/**
 * Of postings `t` the commission that was posted without GST. GST of so little that it rounds to nothing is still GST.
 * One binding: the rate in basis points.
 */
const UNTAXED = `coalesce(sum(t.commission) filter (where t.commission_tax = 0
  and abs(t.commission) * greatest(?::bigint, 1) >= 10000), 0)::bigint`;

const documents = createFrozenDocuments<CommissionSnapshot>({
  issued: 'invoices_commission',
  files: 'invoices_commission_documents',
  key: 'commissionInvoiceId',
});

/** Commission invoices: one for each vendor and month, never changed. */
export function createCommissionInvoicesRepository() {
  return {
    ...documents,

    /** When commission was first posted; null where it never was. */
    async firstPosting(reader: Reader): Promise<Date | null> {
      const row = await reader('ledger_transactions')
        .whereRaw('(commission <> 0 or commission_tax <> 0)')
        .min({ at: 'posted_at' })
        .first();
      return row?.at ?? null;
    },

    async isClosed(reader: Reader, month: string): Promise<boolean> {
      return (await reader('invoices_commission_months').where({ month }).first('month')) !== undefined;
    },

    async close(tx: Tx, month: string, closedAt: Date): Promise<void> {
      await tx('invoices_commission_months').insert({ month, closedAt }).onConflict('month').ignore();
    },

    /** The next vendors with commission in a month that is not invoiced, in the order of their ids. */
    async due(
      reader: Reader,
      { firstDay, from, to }: MonthRange,
      after: string | null,
      limit: number,
      basisPoints: number,
    ): Promise<CommissionMonth[]> {
      return query(reader, {
        vendorId: uuid,
        commission: integer,
        tax: integer,
        untaxed: integer,
        postings: integer,
      })(
        `select v.id as vendor_id, s.commission, s.tax, s.untaxed, s.postings
         from vendors v cross join lateral (
           select sum(t.commission)::bigint as commission, sum(t.commission_tax)::bigint as tax,
             ${UNTAXED} as untaxed, count(*)::integer as postings
           from ledger_transactions t
           where t.vendor_id = v.id and t.posted_at >= ? and t.posted_at < ? and (t.commission <> 0 or t.commission_tax <> 0)
         ) s
         where v.id > coalesce(?::uuid, '00000000-0000-0000-0000-000000000000') and s.postings > 0
           and not exists (select from invoices_commission i where i.vendor_id = v.id and i.month = ?::date
             and not i.supplementary)
         order by v.id limit ?`,
        [basisPoints, from, to, after, firstDay, limit],
      );
    },

    /** Closed months that no run has compared with their documents since, oldest first. */
    async unsupplemented(reader: Reader, closedBefore: Date): Promise<string[]> {
      const rows = await query(reader, { month: text })(
        `select to_char(month, 'YYYY-MM-DD') as month from invoices_commission_months
         where supplemented_at is null and closed_at < ? order by month`,
        [closedBefore],
      );
      return rows.map(({ month }) => month);
    },

    async recordSupplemented(tx: Tx, months: readonly string[], at: Date): Promise<void> {
      await tx('invoices_commission_months')
        .whereIn('month', [...months])
        .whereNull('supplementedAt')
        .update({ supplementedAt: at });
    },

    /** What the documents of closed months leave out of a vendor's ledger, of the next vendors in the order of their ids. */
    async leftOut(
      reader: Reader,
      { months, timeZone, vendorId }: { months: readonly string[]; timeZone: string; vendorId?: string },
      after: string | null,
      limit: number,
      basisPoints: number,
    ): Promise<CommissionMonth[]> {
      return query(reader, {
        vendorId: uuid,
        commission: integer,
        tax: integer,
        untaxed: integer,
        postings: integer,
      })(
        `with given as materialized (
           select m::date as month, m::timestamp at time zone ? as starts, (m::timestamp + interval '1 month') at time zone ? as ends
           from unnest(?::text[]) m
         ), posted as (
           select t.vendor_id, sum(t.commission)::bigint as commission, sum(t.commission_tax)::bigint as tax,
             ${UNTAXED} as untaxed, count(*)::integer as postings
           from given join ledger_transactions t on t.posted_at >= given.starts and t.posted_at < given.ends
           where (t.commission <> 0 or t.commission_tax <> 0) and (?::uuid is null or t.vendor_id = ?::uuid)
           group by t.vendor_id
         ), documented as (
           select i.vendor_id, sum(case i.kind when 'invoice' then i.taxable_value else -i.taxable_value end)::bigint as commission,
             sum(case i.kind when 'invoice' then i.tax else -i.tax end)::bigint as tax,
             sum(case i.kind when 'invoice' then 1 else -1 end * case when i.tax = 0 then i.taxable_value
               else coalesce((i.snapshot ->> 'untaxedValue')::bigint, 0) end)::bigint as untaxed
           from invoices_commission i join given on given.month = i.month group by i.vendor_id
         )
         select p.vendor_id, p.commission - coalesce(d.commission, 0) as commission, p.tax - coalesce(d.tax, 0) as tax,
           p.untaxed - coalesce(d.untaxed, 0) as untaxed, p.postings
         from posted p left join documented d on d.vendor_id = p.vendor_id
         where p.vendor_id > coalesce(?::uuid, '00000000-0000-0000-0000-000000000000')
           and (p.commission <> coalesce(d.commission, 0) or p.tax <> coalesce(d.tax, 0))
         order by p.vendor_id limit ?`,
        [timeZone, timeZone, [...months], basisPoints, vendorId ?? null, vendorId ?? null, after, limit],
      );
    },

    async isIssued(tx: Tx, vendorId: string, month: string): Promise<boolean> {
      const own = tx('invoices_commission').where({ vendorId, month, supplementary: false });
      return (await own.first('id')) !== undefined;
    },

    async insert(
      tx: Tx,
      {
        snapshot,
        ...row
      }: SerialParts & {
        id: string;
        vendorId: string;
        month: string;
        kind: CommissionDocumentKind;
        supplementary: boolean;
        taxableValue: number;
        tax: number;
        snapshot: CommissionSnapshot;
        issuedAt: Date;
      },
    ): Promise<void> {
      await tx('invoices_commission').insert({ ...row, snapshot: JSON.stringify(snapshot) });
    },

    /** Locks the row of a vendor, so that its invoice of a month is issued once. */
    async lockVendor(tx: Tx, id: string): Promise<InvoicedVendor> {
      const row = await tx('vendors')
        .where({ id })
        .forNoKeyUpdate()
        .first('displayName', 'legalName', 'gstin', 'stateCode', 'address');
      return expectRow(row ? [row] : []);
    },

    /** The latest invoice of a vendor. */
    async latestInvoice(tx: Tx, vendorId: string): Promise<(SerialParts & { issuedAt: Date }) | undefined> {
      return await tx('invoices_commission')
        .where({ vendorId, kind: 'invoice' })
        .orderBy('month', 'desc')
        .first('prefix', 'financialYear', 'sequence', 'issuedAt');
    },
  };
}
