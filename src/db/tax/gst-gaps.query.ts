import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { GST_RATES } from '#domain/tax/gst-rate.js';
import type { GstGap } from '#domain/tax/hsn-rate.js';
import { gstSql } from './gst-sql.js';

const columns = {
  vendorId: 'g.vendor_id',
  productId: 'g.product_id',
  lacksHsnCode: 'g.lacks_hsn_code',
  lacksGstRate: 'g.lacks_gst_rate',
  createdAt: 'g.created_at',
};

const missing = `coalesce(btrim(v.hsn_code), '') = ''`;
const malformed = `btrim(v.hsn_code) !~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$'`;
const rates = `(${GST_RATES.join(', ')})`;

/** The reasons of `GstGap`, in their order. */
const reasons = `array_remove(array[
  case when ${missing} then 'hsn_code_missing'
    when ${malformed} then 'hsn_code_malformed'
    when not exists (select from tax_hsn_codes c where c.code = btrim(v.hsn_code)) then 'hsn_code_not_listed' end,
  case when v.gst is null then 'gst_rate_missing' end,
  case when coalesce(v.gst_rate, v.product_rate) not in ${rates} then 'gst_rate_not_listed' end], null)`;

/** Variants whose HSN code or GST rate is missing or not of the lists, of all vendors or of one. */
export function listGstGaps(
  knex: Knex,
  { vendorId }: { vendorId?: string },
  query: ListQuery,
): Promise<Page<GstGap>> {
  const gaps = knex.raw(
    `(select v.*, ${missing} as lacks_hsn_code, v.gst is null as lacks_gst_rate, ${reasons} as reasons from (
       select pv.id as variant_id, pv.product_id, pv.vendor_id, p.title as product_title, pv.sku, pv.hsn_code, pv.created_at,
         pv.gst_rate, p.gst_rate as product_rate, ${gstSql('pv', 'p')} as gst
       from products_variants pv join products p on p.id = pv.product_id
       where pv.deleted_at is null and p.deleted_at is null ${vendorId ? 'and pv.vendor_id = ?' : ''}) v) as g`,
    vendorId ? [vendorId] : [],
  );
  const all = knex.from(gaps as never) as unknown as Knex.QueryBuilder;
  return listPage<GstGap>({
    base: all.whereRaw('g.reasons <> array[]::text[]'),
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
      'g.reasons',
    ],
  });
}
