import { type RowOf, text, uuid, uuids } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { expectRow } from '#db/kernel/expect-row.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { InvoiceSnapshot } from '#domain/invoices/invoice-snapshot.js';
import type { SerialParts } from '#domain/invoices/serial.js';

export interface InvoiceRow {
  id: string;
  subOrderId: string;
  orderId: string;
  vendorId: string;
  status: 'requested' | 'pending' | 'ready' | 'failed';
  financialYear: string | null;
  sequence: number | null;
  prefix: string | null;
  snapshot: InvoiceSnapshot | null;
  /** How often its document was requested: 0 for an invoice that was issued for its number alone. */
  requestedRev: number;
  doneRev: number;
  storageKey: string | null;
  error: string | null;
}

/** An invoice that a rule refused. */
const unissuedInvoiceColumns = { id: uuid, subOrderId: uuid };
export type UnissuedInvoice = RowOf<typeof unissuedInvoiceColumns>;

/** Which rows that failed are tried again. */
export interface FailedFilter {
  since: Date;
  /** Errors as they stand in the rows; undefined for all. */
  reasons?: readonly string[];
  limit: number;
}

const reopenedInvoiceColumns = { subOrderId: uuid, orderId: uuid, vendorId: uuid, orderNumber: text };
export type ReopenedInvoice = RowOf<typeof reopenedInvoiceColumns>;

/** After this long without a change a pending invoice is requested again: its rendering was terminated. */
const STALE = "interval '2 minutes'";

/** The numbers of invoices, which need no connection but the transaction's own. */
export function createInvoiceNumbers() {
  return {
    /** Locks the invoice of a sub-order; creates it without a request for its document where there is none. */
    async reserve(tx: Tx, subOrderId: string): Promise<InvoiceRow> {
      await tx.raw(
        `insert into invoices (sub_order_id, order_id, vendor_id, status, requested_rev)
         select id, order_id, vendor_id, 'requested', 0 from orders_sub_orders where id = ?
         on conflict (sub_order_id) do nothing`,
        [subOrderId],
      );
      return expectRow((await tx('invoices').where({ subOrderId }).forUpdate()) as InvoiceRow[]);
    },

    /** Records why an invoice could not be issued. @returns false where that was known */
    async recordProblem(tx: Tx, id: string, problem: string): Promise<boolean> {
      const { rows } = await tx.raw<{ rows: unknown[] }>(
        `update invoices set issue_problem = ?, updated_at = now()
         where id = ? and sequence is null and issue_problem is distinct from ? returning id`,
        [problem, id, problem],
      );
      return rows.length > 0;
    },

    /** Sub-orders whose invoice a rule refused, in the order of their invoices. */
    async unissued(reader: Reader, after: string | null, limit: number): Promise<UnissuedInvoice[]> {
      return query(reader, unissuedInvoiceColumns)(
        `select id, sub_order_id from invoices
         where sequence is null and issue_problem is not null
           and id > coalesce(?::uuid, '00000000-0000-0000-0000-000000000000') order by id limit ?`,
        [after, limit],
      );
    },

    async issue(tx: Tx, id: string, serial: SerialParts, snapshot: InvoiceSnapshot): Promise<void> {
      await tx('invoices')
        .where({ id })
        .whereNull('sequence')
        .update({
          prefix: serial.prefix,
          financialYear: serial.financialYear,
          sequence: serial.sequence,
          snapshot: JSON.stringify(snapshot),
          issuedAt: snapshot.issuedAt,
          issueProblem: null,
          updatedAt: tx.fn.now(),
        });
    },
  };
}

export function createInvoicesRepository(knex: Knex) {
  return {
    /**
     * Requests the invoices of these sub-orders: new and failed ones always, ready ones only when they shall be rendered
     * again. Concurrent first requests meet in the unique index, and one of them gets the sub-order back.
     * @returns the sub-orders whose invoice is to be rendered because of this request
     */
    async request(
      tx: Tx,
      input: { orderId: string; subOrderIds: string[]; again: boolean; requestOnly: boolean },
    ): Promise<{ subOrderId: string; vendorId: string }[]> {
      return query(tx, { subOrderId: uuid, vendorId: uuid })(
        `insert into invoices (sub_order_id, order_id, vendor_id, status)
         select sub_order.id, sub_order.order_id, sub_order.vendor_id, ?
         from orders_sub_orders sub_order
         where sub_order.order_id = ? and sub_order.id = any(?::uuid[]) and sub_order.status <> 'cancelled'
         order by sub_order.id
         on conflict (sub_order_id) do update
           set status = excluded.status, requested_rev = invoices.requested_rev + 1, error = null, updated_at = now()
           where excluded.status = 'pending' and (invoices.status in ('requested', 'failed') or ?
             or (invoices.status = 'pending' and invoices.updated_at < now() - ${STALE}))
         returning sub_order_id, vendor_id`,
        [input.requestOnly ? 'requested' : 'pending', input.orderId, input.subOrderIds, input.again],
      );
    },

    /** Locks the order of a sub-order. */
    async lockOrder(tx: Tx, subOrderId: string): Promise<void> {
      await tx.raw(
        `select o.id from orders o join orders_sub_orders sub_order on sub_order.order_id = o.id where sub_order.id = ? for update of o`,
        [subOrderId],
      );
    },

    /** Locks the invoice of a sub-order. */
    async lock(tx: Tx, subOrderId: string): Promise<InvoiceRow | undefined> {
      return tx('invoices').where({ subOrderId }).forUpdate().first() as Promise<InvoiceRow | undefined>;
    },

    async find(reader: Reader, id: string): Promise<InvoiceRow | undefined> {
      return reader('invoices').where({ id }).first() as Promise<InvoiceRow | undefined>;
    },

    /** Whether a sub-order was cancelled and nothing of its invoice credited. */
    async isCancelledWithoutNote(reader: Reader, subOrderId: string): Promise<boolean> {
      const { rows } = await reader.raw<{ rows: unknown[] }>(
        `select from orders_sub_orders sub_order where sub_order.id = ? and sub_order.status = 'cancelled'
           and not exists (select from invoices_credit_notes n where n.sub_order_id = sub_order.id)`,
        [subOrderId],
      );
      return rows.length > 0;
    },

    ...createInvoiceNumbers(),

    /** Notes that a revision is stored; where a newer one was asked for, its state stays. A revision is completed once. */
    async complete(
      tx: Tx,
      input: { id: string; revision: number; storageKey: string; fileSize: number },
    ): Promise<boolean> {
      const updated = await tx('invoices')
        .where({ id: input.id })
        .where('doneRev', '<', input.revision)
        .update({
          doneRev: input.revision,
          storageKey: input.storageKey,
          fileSize: input.fileSize,
          status: tx.raw(`case when requested_rev > ? then status else 'ready' end`, [input.revision]),
          error: tx.raw(`case when requested_rev > ? then error end`, [input.revision]),
          renderedAt: tx.fn.now(),
          updatedAt: tx.fn.now(),
        });
      return updated > 0;
    },

    /** Notes the document of an invoice that nobody is rendering, unless somebody has requested it since it was read. */
    async adopt(
      tx: Tx,
      {
        id,
        requestedRev,
        ...file
      }: { id: string; requestedRev: number; storageKey: string; fileSize: number },
    ): Promise<void> {
      await tx('invoices')
        .where({ id, requestedRev })
        .whereIn('status', ['requested', 'failed'])
        .update({
          ...file,
          status: 'ready',
          error: null,
          renderedAt: tx.fn.now(),
          updatedAt: tx.fn.now(),
          requestedRev: requestedRev + 1,
          doneRev: requestedRev + 1,
        });
    },

    /** Notes what a rendering waits for, as long as it does. */
    async recordOutage(id: string, reason: string): Promise<void> {
      await knex('invoices').where({ id, status: 'pending' }).update({ error: reason });
    },

    /** Requests failed invoices again, the oldest first. @param reasons undefined for all */
    async reopenFailed(tx: Tx, { since, reasons, limit }: FailedFilter): Promise<ReopenedInvoice[]> {
      return query(tx, reopenedInvoiceColumns)(
        `update invoices i set status = 'pending', requested_rev = i.requested_rev + 1, error = null, updated_at = now()
         from orders o
         where o.id = i.order_id and i.id in (
           select f.id from invoices f join orders_sub_orders s on s.id = f.sub_order_id
           where f.status = 'failed' and f.updated_at >= ? and s.status <> 'cancelled'
             and (?::text[] is null or f.error = any(?::text[]))
           order by f.updated_at limit ? for update of f skip locked)
         returning i.sub_order_id, i.order_id, i.vendor_id, o.order_number`,
        [since, reasons ?? null, reasons ?? null, limit],
      );
    },

    /** Notes why a revision could not be rendered, unless a newer one was asked for meanwhile. */
    async fail(tx: Tx, input: { id: string; revision: number; error: string }): Promise<boolean> {
      const updated = await tx('invoices')
        .where({ id: input.id, requestedRev: input.revision, status: 'pending' })
        .update({ status: 'failed', error: input.error, updatedAt: tx.fn.now() });
      return updated > 0;
    },

    /**
     * Records why the invoice of a sub-order is not rendered, whichever revision is pending.
     * @returns its order, or undefined where nothing was pending
     */
    async failPending(tx: Tx, input: { subOrderId: string; error: string }): Promise<string | undefined> {
      const [failed] = (await tx('invoices')
        .where({ subOrderId: input.subOrderId, status: 'pending' })
        .update({ status: 'failed', error: input.error, updatedAt: tx.fn.now() })
        .returning('orderId')) as { orderId: string }[];
      return failed?.orderId;
    },

    /** Orders with documents that were requested before the confirmation; an invoice that was only issued has none. */
    async requestedBeforeConfirmation(
      orderIds: string[],
    ): Promise<{ orderId: string; subOrderIds: string[] }[]> {
      return query(knex, { orderId: uuid, subOrderIds: uuids })(
        `select order_id, array_agg(sub_order_id order by sub_order_id) as sub_order_ids
         from invoices where status = 'requested' and requested_rev > done_rev and order_id = any(?::uuid[])
         group by order_id`,
        [orderIds],
      );
    },
  };
}

export type InvoicesRepository = ReturnType<typeof createInvoicesRepository>;
