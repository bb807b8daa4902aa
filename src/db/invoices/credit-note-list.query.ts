import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { CreditNoteScope, ListedCreditNote } from '#domain/invoices/credit-note.js';

const columns = {
  cause: 'n.cause',
  issuedAt: 'n.issued_at',
  amount: 'n.amount',
  vendorId: 'n.vendor_id',
  financialYear: 'n.financial_year',
};

/** Notes with their numbers as printed and as in file names, so that both are found. */
const NUMBERED = `(select c.*, o.order_number, c.prefix || '/' || c.financial_year || '/' || lpad(c.sequence::text, 6, '0') || ' '
    || c.prefix || '-' || c.financial_year || '-' || lpad(c.sequence::text, 6, '0') as serial
  from invoices_credit_notes c join orders o on o.id = c.order_id) as n`;

const select = (knex: Knex) => [
  'n.id',
  'n.subOrderId',
  'n.vendorId',
  'n.cause',
  'n.prefix',
  'n.financialYear',
  'n.sequence',
  'n.amount',
  'n.tax',
  'n.issuedAt',
  knex.raw(`n.snapshot ->> 'reason' as reason`),
  knex.raw(`n.snapshot -> 'invoice' ->> 'number' as invoice_number`),
  knex.raw(`n.snapshot ->> 'currency' as currency`),
  knex.raw(`(n.snapshot ->> 'taxAdjusted')::boolean as tax_adjusted`),
  'd.storageKey',
];

function scoped(knex: Knex, { orderId, subOrderId, userId, vendorId }: CreditNoteScope) {
  const all = knex.from(knex.raw(NUMBERED) as never) as unknown as Knex.QueryBuilder;
  const rows = all.leftJoin('invoices_credit_note_documents as d', 'd.creditNoteId', 'n.id');
  if (orderId) void rows.where('n.orderId', orderId);
  if (subOrderId) void rows.where('n.subOrderId', subOrderId);
  if (vendorId) void rows.where('n.vendorId', vendorId);
  if (userId) void rows.whereIn('n.orderId', knex('orders').where({ userId }).select('id'));
  return rows;
}

export function listCreditNotes(
  knex: Knex,
  scope: CreditNoteScope,
  query: ListQuery,
): Promise<Page<ListedCreditNote>> {
  return listPage<ListedCreditNote>({
    base: scoped(knex, scope),
    query,
    columns,
    idColumn: 'n.id',
    select: select(knex),
    searchColumns: ['n.serial', 'n.orderNumber'],
    exactColumns: ['n.orderNumber'],
    fewValues: { financialYear: { table: 'invoices_credit_notes', column: 'financial_year' } },
  });
}

export async function readCreditNote(
  knex: Knex,
  { creditNoteId, ...scope }: CreditNoteScope & { creditNoteId: string },
): Promise<ListedCreditNote | undefined> {
  return await scoped(knex, scope).where('n.id', creditNoteId).first(select(knex));
}

/** Whether an order or sub-order is visible to the caller, though it has no credit note. */
export async function isCreditNoteScopeKnown(knex: Knex, scope: CreditNoteScope): Promise<boolean> {
  const { orderId, subOrderId, userId, vendorId } = scope;
  const rows = knex('orders_sub_orders as p').join('orders as o', 'o.id', 'p.orderId');
  if (orderId) void rows.where('o.id', orderId);
  if (subOrderId) void rows.where('p.id', subOrderId);
  if (userId) void rows.where('o.userId', userId);
  if (vendorId) void rows.where('p.vendorId', vendorId).whereNotNull('p.confirmedAt');
  return (await rows.first('p.id')) !== undefined;
}
