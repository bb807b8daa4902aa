import { createHash } from 'node:crypto';
import type { Fixtures } from '../flow.js';

/** What a vendor sells, to be compared with what another sells, or with itself later. */
export interface Catalog {
  products: number;
  variants: number;
  pieces: number;
  /** Of all that files say of products, variants and stock. */
  contents: string;
  /** Of which rows hold it. */
  rows: string;
}

/** What differs between two vendors of the same goods: ids, times, what follows from an id, what counts changes. */
const ofTheirOwn = [
  'id',
  'vendor_id',
  'product_id',
  'option_value_ids',
  'slug',
  'created_at',
  'updated_at',
  'published_at',
  'version',
];

/** Everything the vendor's products say, one JSON line a row, in an order that does not depend on ids. */
export async function catalogOf(
  { container: { knex } }: Pick<Fixtures, 'container'>,
  vendorId: string,
): Promise<Catalog> {
  const { rows } = await knex.raw<{ rows: { handle: string; kind: string; id: string; line: string }[] }>(
    `select p.handle, 'product' as kind, p.id, (to_jsonb(p) - :own::text[])::text as line
     from products p where p.vendor_id = :vendorId
     union all
     select p.handle, 'variant', v.id, (to_jsonb(v) - :own::text[])::text || coalesce(to_jsonb(array(
         select o.name || '=' || value.value from products_option_values value
         join products_options o on o.id = value.option_id
         where value.id = any(v.option_value_ids) order by 1))::text, '')
       || coalesce((select (to_jsonb(l) - :own::text[] - 'variant_id')::text
                    from inventory_levels l where l.variant_id = v.id), 'no stock')
     from products_variants v join products p on p.id = v.product_id where p.vendor_id = :vendorId
     union all
     select p.handle, 'tab', t.id, (to_jsonb(t) - :own::text[])::text
     from products_tabs t join products p on p.id = t.product_id where p.vendor_id = :vendorId
     order by 1, 2, 4`,
    { vendorId, own: ofTheirOwn },
  );
  const [{ pieces }] = (await knex('inventory_levels').where({ vendorId }).sum({ pieces: 'onHand' })) as [
    { pieces: number | null },
  ];
  return {
    products: rows.filter(({ kind }) => kind === 'product').length,
    variants: rows.filter(({ kind }) => kind === 'variant').length,
    pieces: Number(pieces ?? 0),
    contents: digest(rows.map(({ handle, kind, line }) => `${handle} ${kind} ${line}`)),
    rows: digest(rows.map(({ kind, id }) => `${kind} ${id}`).sort()),
  };
}

/** How a catalog differs from the one it was to be; undefined when it does not. `rows` only counts where both have it. */
export function differenceOf(
  is: Catalog,
  due: Omit<Catalog, 'rows'> & { rows?: string },
): string | undefined {
  const counts = ({ products, variants, pieces }: Omit<Catalog, 'rows'>) =>
    `${products} products, ${variants} variants, ${pieces} pieces`;
  if (counts(is) !== counts(due)) return `has ${counts(is)}, not ${counts(due)}`;
  if (is.contents !== due.contents) return `has ${counts(is)}, but not what they were to be`;
  return due.rows === undefined || is.rows === due.rows ? undefined : 'has the same in other rows';
}

const digest = (lines: readonly string[]) => createHash('sha256').update(lines.join('\n')).digest('hex');
