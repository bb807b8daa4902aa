import { neverPaidSql } from '#db/payments/never-paid-sql.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { CreditedShare } from '#domain/invoices/credited-share.js';
import type { CreditNoteCause, CreditNoteSnapshot } from '#domain/invoices/credit-note-snapshot.js';
import type { InvoiceSnapshot } from '#domain/invoices/invoice-snapshot.js';
import type { SerialParts } from '#domain/invoices/serial.js';
import { createFrozenDocuments } from './frozen-documents.repository.js';

export interface NewCreditNote extends SerialParts {
  id: string;
  subOrderId: string;
  orderId: string;
  vendorId: string;
  cause: CreditNoteCause;
  /** The sub-order that was cancelled, the refund or the return. */
  sourceId: string;
  amount: number;
  tax: number;
  snapshot: CreditNoteSnapshot;
  issuedAt: Date;
}

/** An issued invoice with the notes that were issued against it. */
export interface CreditableInvoice extends SerialParts {
  subOrderId: string;
  orderId: string;
  vendorId: string;
  snapshot: InvoiceSnapshot;
  /** In the order of the snapshot's lines. */
  lineIds: string[];
  notes: { sourceId: string; snapshot: CreditNoteSnapshot }[];
}

/** A refund, return or cancellation that an invoice has no credit note for. */
export interface OutstandingNote {
  subOrderId: string;
  cause: CreditNoteCause;
  sourceId: string;
  reason: string;
  /** Null for everything that is left of the invoice. */
  shares: CreditedShare[] | null;
}

const documents = createFrozenDocuments<CreditNoteSnapshot>({
  issued: 'invoices_credit_notes',
  files: 'invoices_credit_note_documents',
  key: 'creditNoteId',
});

/** Credit notes: issued once for each cause, under the lock of their order, never changed. */
export function createCreditNotesRepository() {
  return {
    ...documents,

    /** The issued invoices of these sub-orders, in the order in which counters are locked. */
    async creditable(tx: Tx, subOrderIds: readonly string[]): Promise<CreditableInvoice[]> {
      const { rows } = await tx.raw<{ rows: CreditableInvoice[] }>(
        `select i.sub_order_id, i.order_id, i.vendor_id, i.prefix, i.financial_year, i.sequence, i.snapshot,
           array(select l.id from orders_lines l where l.sub_order_id = i.sub_order_id order by l.position) as line_ids,
           coalesce((select jsonb_agg(jsonb_build_object('sourceId', n.source_id, 'snapshot', n.snapshot) order by n.id)
             from invoices_credit_notes n where n.sub_order_id = i.sub_order_id), '[]') as notes
         from invoices i where i.sub_order_id = any(?::uuid[]) and i.sequence is not null
         order by i.vendor_id`,
        [[...subOrderIds]],
      );
      return rows;
    },

    async insert(tx: Tx, { snapshot, ...note }: NewCreditNote): Promise<void> {
      await tx('invoices_credit_notes').insert({ ...note, snapshot: JSON.stringify(snapshot) });
    },

    /**
     * What went back of a sub-order before its invoice was issued, oldest first: processed refunds, received returns of
     * what was never paid, its cancellation.
     */
    async outstanding(tx: Tx, subOrderId: string): Promise<OutstandingNote[]> {
      const { rows } = await tx.raw<{ rows: OutstandingNote[] }>(
        `select sub_order_id, cause, source_id, reason, shares from (
           select rl.sub_order_id, r.cause, r.id as source_id, r.reason, coalesce(r.processed_at, r.created_at) as at,
             jsonb_agg(jsonb_build_object('lineId', rl.line_id, 'shippingLineId', rl.shipping_line_id,
               'quantity', rl.quantity, 'amount', rl.amount + rl.platform_discount, 'taxes', rl.taxes))
               as shares
           from payments_refund_lines rl join payments_refunds r on r.id = rl.refund_id
           where rl.sub_order_id = ? and (r.status = 'processed' or r.below_minimum and r.status = 'failed') and r.cause in ('refund', 'return')
           group by rl.sub_order_id, r.id
           union all
           select q.sub_order_id, 'return', q.id, q.reason, q.received_at,
             case when (q.origin = 'buyer' or q.shipment_id is not null) and sub_order.status <> 'returned' then ${returnedSharesSql('q.id')} end
           from returns_requests q join orders_sub_orders sub_order on sub_order.id = q.sub_order_id
           where q.sub_order_id = ? and q.status in ('received', 'refunded') and q.refund_id is null
             -- cash that was not collected for a returned parcel has its refund under the same id
             and not exists (select from payments_refunds r where r.id = q.id)
             and ${neverPaidSql('q.order_id')}
           union all
           select sub_order.id, 'cancellation', sub_order.id, coalesce(sub_order.cancel_reason, o.cancel_reason, ''),
             coalesce(sub_order.cancelled_at, o.cancelled_at, now()), null
           from orders_sub_orders sub_order join orders o on o.id = sub_order.order_id where sub_order.id = ? and sub_order.status = 'cancelled'
         ) each order by at, source_id`,
        [subOrderId, subOrderId, subOrderId],
      );
      return rows;
    },

    /** What a received return is of, where nothing was ever paid for its order; undefined where something was. */
    async unpaidReturn(
      tx: Tx,
      returnId: string,
    ): Promise<{ subOrderId: string; shares: NonNullable<OutstandingNote['shares']> } | undefined> {
      const { rows } = await tx.raw<{ rows: { subOrderId: string; shares: [] }[] }>(
        `select q.sub_order_id, ${returnedSharesSql('q.id')} as shares from returns_requests q
         where q.id = ? and ${neverPaidSql('q.order_id')}`,
        [returnId],
      );
      return rows[0];
    },
  };
}

/** The pieces of a return at the price of their lines. */
function returnedSharesSql(returnId: string): string {
  // Half up, as refunds allocate pieces.
  const share = (total: string) => `((2 * ${total} * x.quantity + l.quantity) / (2 * l.quantity))`;
  return `(select coalesce(jsonb_agg(jsonb_build_object('lineId', l.id, 'shippingLineId', null,
      'quantity', x.quantity, 'amount', ${share('(l.total + l.platform_discount)')}, 'taxes', null)), '[]')
    from returns_lines x join orders_lines l on l.id = x.line_id where x.return_id = ${returnId})`;
}

export type CreditNotesRepository = ReturnType<typeof createCreditNotesRepository>;
