import type { Knex } from '#db/kernel/knex.js';
import { TAX_DAY } from './gst-sql.js';

export interface HsnSuggestion {
  hsnCode: string;
  products: number;
  description: string | null;
  gstRate: number | null;
}

/** As many as somebody compares at a glance. */
const SUGGESTIONS = 10;

/**
 * The HSN codes that the published products of a category have, of all vendors: what a shopper can read on an invoice.
 * Codes that are not 4, 6 or 8 digits are left out.
 */
export async function readHsnSuggestions(knex: Knex, categoryId: string): Promise<HsnSuggestion[]> {
  const { rows } = await knex.raw<{ rows: HsnSuggestion[] }>(
    `select used.hsn_code as "hsnCode", used.products, rate.description, rate.gst_rate::float8 as "gstRate"
     from (
       select v.hsn_code, count(distinct p.id)::integer as products
       from products p join products_variants v on v.product_id = p.id
       where p.primary_category_id = ? and p.deleted_at is null and p.status = 'active' and p.visibility = 'public'
         and v.deleted_at is null and v.hsn_code ~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$'
       group by v.hsn_code order by products desc, v.hsn_code limit ?
     ) as used
     left join lateral (
       select h.description, h.gst_rate from tax_rates h
       where h.valid_from <= ${TAX_DAY} and (h.valid_until is null or h.valid_until >= ${TAX_DAY}) and used.hsn_code like h.hsn_prefix || '%' order by length(h.hsn_prefix) desc limit 1
     ) as rate on true
     order by used.products desc, used.hsn_code`,
    [categoryId, SUGGESTIONS],
  );
  return rows;
}
