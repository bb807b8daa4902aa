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

const documents = createFrozenDocuments<CommissionSnapshot>({
  issued: 'invoices_commission',
  files: 'invoices_commission_documents',
  key: 'commissionInvoiceId',
});

/** Commission invoices: one for each vendor and month, never changed. */
export function createCommissionInvoicesRepository() {
  return {
    ...documents,

    /** When commission with GST was first posted; null where it never was. */
    async firstPosting(reader: Reader): Promise<Date | null> {
      const row = await reader('ledger_transactions')
        .whereNot('commissionTax', 0)
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
    ): Promise<CommissionMonth[]> {
      const { rows } = await reader.raw<{ rows: CommissionMonth[] }>(
        `select v.id as vendor_id, s.commission, s.tax, s.postings
         from vendors v cross join lateral (
           select sum(t.commission)::bigint as commission, sum(t.commission_tax)::bigint as tax, count(*)::integer as postings
           from ledger_transactions t
           where t.vendor_id = v.id and t.posted_at >= ? and t.posted_at < ? and t.commission_tax <> 0
         ) s
         where v.id > coalesce(?::uuid, '00000000-0000-0000-0000-000000000000') and s.postings > 0
           and not exists (select from invoices_commission i where i.vendor_id = v.id and i.month = ?::date)
         order by v.id limit ?`,
        [from, to, after, firstDay, limit] as never[],
      );
      return rows;
    },

    /** The next number of the operator's series; the row of the counter stays locked until the transaction ends. */
    async nextSequence(tx: Tx, kind: CommissionDocumentKind, financialYear: string): Promise<number> {
      const { rows } = await tx.raw<{ rows: { lastSequence: number }[] }>(
        `insert into invoices_commission_counters as c (kind, financial_year, last_sequence) values (?, ?, 1)
         on conflict (kind, financial_year) do update set last_sequence = c.last_sequence + 1
         returning last_sequence`,
        [kind, financialYear],
      );
      return expectRow(rows).lastSequence;
    },

    async isIssued(tx: Tx, vendorId: string, month: string): Promise<boolean> {
      return (await tx('invoices_commission').where({ vendorId, month }).first('id')) !== undefined;
    },

    async insert(
      tx: Tx,
      { snapshot, ...row }: SerialParts & {
        id: string;
        vendorId: string;
        month: string;
        kind: CommissionDocumentKind;
        taxableValue: number;
        tax: number;
        snapshot: CommissionSnapshot;
        issuedAt: Date;
      },
    ): Promise<void> {
      await tx('invoices_commission').insert({ ...row, snapshot: JSON.stringify(snapshot) });
    }, // prettier-ignore

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
