import type { CountCache } from '#db/kernel/count-cache.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { ListedInvoice } from '#domain/invoices/listed-invoice.js';

/** Numbers as printed and as in file names, so that both are found. */
const serial = (row: string) =>
  ['/', '-']
    .map(
      (mark) =>
        `${row}.prefix || '${mark}' || ${row}.financial_year || '${mark}' || lpad(${row}.sequence::text, 6, '0')`,
    )
    .join(` || ' ' || `);

const select = [
  'i.id',
  'i.orderId',
  'i.orderNumber',
  'i.subOrderId',
  'i.vendorId',
  'i.vendorName',
  'i.status',
  'i.problem',
  'i.prefix',
  'i.financialYear',
  'i.sequence',
  'i.total',
  'i.tax',
  'i.currency',
  'i.issuedAt',
  'i.createdAt',
];

/** SQL of the rows, as `i`. */
function rowsOf(knex: Knex, vendorId: string | undefined): Knex.Raw {
  return knex.raw(
    `(select i.id, i.order_id, o.order_number, i.sub_order_id, i.vendor_id, v.display_name as vendor_name, i.prefix, i.financial_year,
        i.sequence, case i.status when 'requested' then 'none' else i.status end as status, i.issue_problem as problem,
        (i.snapshot -> 'totals' ->> 'grandTotal')::bigint as total, (i.snapshot -> 'totals' ->> 'tax')::bigint as tax,
        o.currency, i.issued_at, i.created_at, ${serial('i')} as serial
      from invoices i join orders o on o.id = i.order_id join vendors v on v.id = i.vendor_id
      where (i.sequence is not null or i.issue_problem is not null) ${vendorId ? 'and i.vendor_id = ?' : ''}) as i`,
    vendorId ? [vendorId] : [],
  );
}

/** Invoices that were issued, and those that a rule keeps from being issued, of all vendors or of one. */
export function listInvoices(
  knex: Knex,
  { vendorId }: { vendorId?: string },
  query: ListQuery,
  counts: CountCache,
): Promise<Page<ListedInvoice>> {
  const rows = rowsOf(knex, vendorId);
  return listPage<ListedInvoice>({
    base: knex.from(rows as never) as unknown as Knex.QueryBuilder,
    query,
    idColumn: 'i.id',
    select,
    searchColumns: ['i.serial', 'i.orderNumber'],
    exactColumns: ['i.orderNumber'],
    fewValues: { financialYear: { table: 'invoices', column: 'financial_year' } },
    columns: {
      status: 'i.status',
      vendorId: 'i.vendor_id',
      financialYear: 'i.financial_year',
      problem: 'i.problem',
      issuedAt: 'i.issued_at',
      createdAt: 'i.created_at',
    },
    counts: { cache: counts, name: `invoices ${vendorId ?? ''}` },
  });
}

/** One invoice, as the list shows it; undefined for another vendor's. */
export async function readListedInvoice(
  knex: Knex,
  { vendorId, invoiceId }: { vendorId?: string; invoiceId: string },
): Promise<ListedInvoice | undefined> {
  const rows = knex.from(rowsOf(knex, vendorId) as never) as unknown as Knex.QueryBuilder;
  return (await rows.where('i.id', invoiceId).first(select)) as ListedInvoice | undefined;
}
