import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { CommissionInvoiceScope, ListedCommissionInvoice } from '#domain/invoices/commission-invoice.js';

const columns = { kind: 'c.kind', vendorId: 'c.vendor_id', issuedAt: 'c.issued_at' };

const select = (knex: Knex) => [
  'c.id',
  'c.kind',
  'c.vendorId',
  'c.prefix',
  'c.financialYear',
  'c.sequence',
  'c.taxableValue',
  'c.tax',
  'c.supplementary',
  'c.issuedAt',
  'v.displayName as vendorName',
  'd.storageKey',
  knex.raw(`to_char(c.month, 'YYYY-MM') as month`),
  knex.raw(`c.snapshot ->> 'currency' as currency`),
];

function scoped(knex: Knex, { vendorId }: CommissionInvoiceScope) {
  const rows = knex('invoices_commission as c')
    .join('vendors as v', 'v.id', 'c.vendorId')
    .leftJoin('invoices_commission_documents as d', 'd.commissionInvoiceId', 'c.id');
  return vendorId ? rows.where('c.vendorId', vendorId) : rows;
}

export function listCommissionInvoices(
  knex: Knex,
  scope: CommissionInvoiceScope,
  query: ListQuery,
): Promise<Page<ListedCommissionInvoice>> {
  return listPage<ListedCommissionInvoice>({
    base: scoped(knex, scope),
    query,
    columns,
    idColumn: 'c.id',
    select: select(knex),
  });
}

export async function readCommissionInvoice(
  knex: Knex,
  { commissionInvoiceId, ...scope }: CommissionInvoiceScope & { commissionInvoiceId: string },
): Promise<ListedCommissionInvoice | undefined> {
  return await scoped(knex, scope).where('c.id', commissionInvoiceId).first(select(knex));
}
