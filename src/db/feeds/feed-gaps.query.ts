import { listPage } from '#db/kernel/list-page.js';
import type { Knex } from '#db/kernel/knex.js';
import { RESTRICTED_GTIN, RESTRICTED_GTIN_8 } from '#domain/feeds/feed-text.js';
import { type FeedGap, LEAST_PICTURE } from '#domain/feeds/feed-gap.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';

const columns = {
  vendorId: 'g.vendor_id',
  productId: 'g.product_id',
  identifierProblem: 'g.identifier_problem',
  smallPicture: 'g.small_picture',
  createdAt: 'g.created_at',
};

/** As `isGtin` of the domain: the digits but for the last weigh 3 and 1 in turn from the right. */
const hasForm = String.raw`c ~ '^(\d{8}|\d{12,14})$'`;
const hasCheckDigit = `(select sum(substr(c, at, 1)::integer * case when (length(c) - at) % 2 = 1 then 3 else 1 end) % 10 = 0
  from generate_series(1, length(c)) as at)`;
/** As `isRestricted` of the domain. */
const isRestricted = `(case when length(c) = 8 then c ~ '${RESTRICTED_GTIN_8.source}'
  else right(lpad(c, 14, '0'), 13) ~ '${RESTRICTED_GTIN.source}' end)`;

/** The picture that a feed sends first. */
const picture = `coalesce(nullif(pv.thumbnail, ''), pv.images[1], nullif(p.thumbnail, ''), p.images[1])`;

const gapsSql = (where: string) => `(
  select pv.id as variant_id, pv.product_id, pv.vendor_id, p.title as product_title, pv.sku, pv.created_at,
    coalesce(nullif(btrim(pv.ean), ''), nullif(btrim(pv.upc), ''), nullif(btrim(pv.barcode), '')) as code,
    case
      when found.codes = 0 then 'missing'
      when found.sendable > 0 then null
      when found.good > 0 then 'restricted_prefix'
      when found.formed > 0 then 'wrong_check_digit'
      else 'wrong_form'
    end as identifier_problem,
    coalesce(least(m.width, m.height) < ${LEAST_PICTURE}, false) as small_picture
  from products_variants pv
  join products p on p.id = pv.product_id
  cross join lateral (
    select count(*) as codes, count(*) filter (where formed) as formed, count(*) filter (where good) as good,
      count(*) filter (where good and not ${isRestricted}) as sendable
    from unnest(array[pv.ean, pv.upc, pv.barcode]) as entered, regexp_replace(entered, '[\\s-]', '', 'g') as c,
      lateral (select ${hasForm} as formed) as form, lateral (select case when formed then ${hasCheckDigit} else false end as good) as digit
    where c <> '') as found
  left join media_files m on m.key = ${picture}
  where pv.deleted_at is null and p.deleted_at is null and p.status = 'active' and p.visibility = 'public' ${where}
) as g`;

/** Variants on sale whose trade number or picture feeds refuse or miss, of all vendors or of one. */
export function listFeedGaps(
  knex: Knex,
  { vendorId }: { vendorId?: string },
  query: ListQuery,
): Promise<Page<FeedGap>> {
  const gaps = knex.raw(gapsSql(vendorId ? 'and pv.vendor_id = ?' : ''), vendorId ? [vendorId] : []);
  const all = knex.from(gaps as never) as unknown as Knex.QueryBuilder;
  const base = all.where(
    (either) => void either.whereNotNull('g.identifierProblem').orWhere('g.smallPicture', true),
  );
  return listPage<FeedGap>({
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
      'g.code',
      'g.identifierProblem',
      'g.smallPicture',
    ],
  });
}
