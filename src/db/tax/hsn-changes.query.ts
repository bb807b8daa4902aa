import type { Knex } from '#db/kernel/knex.js';
import type { HsnRate } from '#domain/tax/hsn-rate.js';

/** What becomes of a prefix on a day: it begins, ends, or another row follows. */
export interface HsnChange {
  hsnPrefix: string;
  before: HsnRate | null;
  after: HsnRate | null;
  /** Variants whose HSN code begins so and that, like their products, say no rate by themselves. */
  variants: number;
}

const row = (
  alias: string,
) => `case when ${alias}.hsn_prefix is not null then jsonb_build_object('hsnPrefix', ${alias}.hsn_prefix,
  'gstRate', ${alias}.gst_rate, 'gstExempt', ${alias}.gst_exempt, 'cessRate', ${alias}.cess_rate, 'slabLimit', ${alias}.slab_limit,
  'slabUnit', ${alias}.slab_unit, 'gstRateAbove', ${alias}.gst_rate_above, 'validFrom', ${alias}.valid_from,
  'validUntil', ${alias}.valid_until, 'description', ${alias}.description, 'source', ${alias}.source) end`;

/** @param day in India; null for tomorrow */
export async function readHsnChanges(
  knex: Knex,
  day: string | null,
): Promise<{ day: string; changes: HsnChange[] }> {
  const { rows } = await knex.raw<{ rows: { day: string; changes: HsnChange[] }[] }>(
    `with asked as (select coalesce(?::date, tax_day() + 1) as day),
     before as (select r.* from tax_rates r, asked where r.valid_until = asked.day - 1
       or (r.valid_from < asked.day and (r.valid_until is null or r.valid_until >= asked.day - 1))),
     after as (select r.* from tax_rates r, asked where r.valid_from <= asked.day and (r.valid_until is null or r.valid_until >= asked.day)),
     changed as (
       select coalesce(b.hsn_prefix, a.hsn_prefix) as hsn_prefix, ${row('b')} as before, ${row('a')} as after
       from before b full join after a on a.hsn_prefix = b.hsn_prefix
       where a.valid_from is distinct from b.valid_from
     )
     select asked.day::text as day, coalesce((select jsonb_agg(jsonb_build_object('hsnPrefix', c.hsn_prefix, 'before', c.before, 'after', c.after,
         'variants', (select count(*) from products_variants v join products p on p.id = v.product_id
           where v.hsn_code like c.hsn_prefix || '%' and v.deleted_at is null and p.deleted_at is null
             and v.gst_rate is null and not v.gst_exempt and p.gst_rate is null and not p.gst_exempt)) order by c.hsn_prefix)
       from changed c), '[]') as changes
     from asked`,
    [day],
  );
  const [first] = rows;
  if (!first) throw new Error('The day of the changes was not read');
  return first;
}
