import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { GstGap } from '#domain/tax/hsn-rate.js';
import { gstSql } from './gst-sql.js';

const columns = {
  vendorId: 'g.vendor_id',
  productId: 'g.product_id',
  lacksHsnCode: 'g.lacks_hsn_code',
  lacksGstRate: 'g.lacks_gst_rate',
  createdAt: 'g.created_at',
};

/** Variants that lack an HSN code or a GST rate, of all vendors or of one. */
export function listGstGaps(
  knex: Knex,
  { vendorId }: { vendorId?: string },
  query: ListQuery,
): Promise<Page<GstGap>> {
  const gaps = knex.raw(
    `(select pv.id as variant_id, pv.product_id, pv.vendor_id, p.title as product_title, pv.sku, pv.hsn_code, pv.created_at,
        coalesce(btrim(pv.hsn_code), '') = '' as lacks_hsn_code, ${gstSql('pv', 'p')} is null as lacks_gst_rate
      from products_variants pv join products p on p.id = pv.product_id
      where pv.deleted_at is null and p.deleted_at is null ${vendorId ? 'and pv.vendor_id = ?' : ''}) as g`,
    vendorId ? [vendorId] : [],
  );
  const all = knex.from(gaps as never) as unknown as Knex.QueryBuilder;
  const base = all.where(
    (either) => void either.where('g.lacksHsnCode', true).orWhere('g.lacksGstRate', true),
  );
  return listPage<GstGap>({
    base,
    query,
    columns,
    idColumn: 'g.variant_id',
    searchColumns: ['g.productTitle', 'g.sku'],
    select: [
      'g.variantId',
      'g.productId',
      'g.vendorId',
      'g.productTitle',
      'g.sku',
      'g.hsnCode',
      'g.lacksHsnCode',
      'g.lacksGstRate',
    ],
  });
}
