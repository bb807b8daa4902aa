import {
  effectiveSort,
  type FacetOptions,
  MAX_COUNTED_VALUES,
  offsetOf,
  type SearchQuery,
} from '#domain/search/search-query.js';
import { type Filter, filtersOf } from './filter-sql.js';
import { joined, part, type SqlPart, tablesOf } from './sql-part.js';
import type { RankPart } from './rank-sql.js';

const orders: Record<ReturnType<typeof effectiveSort>, string> = {
  relevance: 'rank desc, in_stock desc, popularity desc',
  'price-asc': 'in_stock desc, price_min < 0, price_min',
  'price-desc': 'in_stock desc, price_min < 0, price_min desc',
  new: 'published_at desc',
  'inventory-high': 'total_inventory desc',
  'inventory-low': 'in_stock desc, total_inventory',
  'rating-desc': 'rating_average desc, rating_count desc',
  popular: 'popularity desc, rating_count desc, published_at desc',
  'rating-asc': 'rating_average, rating_count desc',
};

/** Of equal matches those in stock, then those that many have ordered, that many have rated, then new ones. */
const RANKED = 'rank desc, in_stock desc, popularity desc, rating_count desc, published_at desc';

/** Which filter a document fails: of several none is counted for it. */
function failedOf(filters: readonly Filter[]): SqlPart {
  const each = filters.map(({ group, sql, values }) => ({
    sql: `case when not (${sql}) then '${groupName(group)}' end`,
    values,
  }));
  const list = joined(each, ', ');
  return { sql: `array_remove(array[${list.sql}]::text[], null)`, values: list.values };
}

/** Codes of attributes are letters, digits and hyphens; anything else is not a group that is counted. */
function groupName(group: string | null): string {
  return (group ?? '').replace(/[^a-z0-9:-]/g, '');
}

/** What documents have to match, and how they are ranked. */
export interface SearchedText {
  match: string;
  /** The words as they were written: those of a private product need not be words of any public one. */
  written: string;
  rank: RankPart;
}

/** Whether terms are counted that most searches only filter by. */
const countsFilters = ({ categories, ingredients, vendors }: FacetOptions) =>
  categories || ingredients || vendors;

/** Public products, and the private ones that the buyer sees. */
function audiencePart({ alsoIds }: SearchQuery['filters'], text: SearchedText | null): SqlPart {
  const words = text ? [part('d.words @@ ?::tsquery', text.match)] : [];
  const everybody = joined([part('d.live'), ...words], ' and ');
  if (alsoIds === undefined) return everybody;
  // A document without an instant of publication is of a product that left, or is published later.
  const own = [part('d.id = any(?::uuid[]) and d.published_at > 0', alsoIds)];
  const ownWords = text
    ? [part('(d.words @@ ?::tsquery or d.words @@ ?::tsquery)', text.match, text.written)]
    : [];
  const either = joined([everybody, joined([...own, ...ownWords], ' and ')], ' or ');
  return { sql: `(${either.sql})`, values: either.values };
}

/** Documents that match, with what sorting and counting need of them. */
function matchedPart(documents: string, query: SearchQuery, text: SearchedText | null): SqlPart {
  const { facets } = query;
  const filters = filtersOf(query.filters);
  const loose = facets?.disjunctive ? filters.filter(({ group }) => group !== null) : [];
  const strict = filters.filter((filter) => !loose.includes(filter));
  const where = joined([audiencePart(query.filters, text), ...strict], ' and ');
  const rank = text && effectiveSort(query.sortBy) === 'relevance' ? text.rank : null;
  const source = joined([part(`${documents} d`), ...(rank ? [rank.from] : [])], ' cross join ');
  const columns = joined(
    [
      part('d.id'),
      ...(facets ? [part('d.facets, d.price_max')] : []),
      ...(facets && countsFilters(facets) ? [part('d.filters')] : []),
      part(
        'd.price_min, d.in_stock, d.total_inventory, d.popularity, d.rating_average, d.rating_count, d.published_at',
      ),
      part(`${rank?.step ?? '0'} as rank`),
      part(loose.length > 0 ? 'failed.names[1] as failed' : 'null::text as failed'),
    ],
    ', ',
  );
  if (loose.length === 0)
    return {
      sql: `select ${columns.sql} from ${source.sql} where ${where.sql}`,
      values: [...columns.values, ...source.values, ...where.values],
    };
  const failed = failedOf(loose);
  return {
    sql: `select ${columns.sql} from ${source.sql} cross join lateral (select ${failed.sql} as names) as failed
      where ${where.sql} and cardinality(failed.names) <= 1`,
    values: [...columns.values, ...source.values, ...failed.values, ...where.values],
  };
}

const RATINGS = [5, 4, 3, 2, 1];

function facetsPart(facets: FacetOptions): SqlPart {
  const kinds = [
    'brand',
    'attribute',
    ...(facets.categories ? ['category'] : []),
    ...(facets.ingredients ? ['ingredient'] : []),
    ...(facets.vendors ? ['vendor'] : []),
  ];
  const listed = countsFilters(facets) ? 'm.facets || m.filters' : 'm.facets';
  const ratings = RATINGS.map((stars) => `count(*) filter (where rating_average >= ${stars})`).join(', ');
  return part(
    `(select coalesce(json_agg(json_build_array(kind, slug, ref, label, count)), '[]') from (
        select t.kind, t.slug, t.ref, t.label, sum(counted.count)::integer as count, row_number() over (
          partition by t.kind, case when t.kind = 'attribute' then t.slug end
          order by sum(counted.count) desc, t.label, t.id) as place
        from (
          select term, failed, count(*) as count from (select unnest(${listed}) as term, m.failed from matched m) as listed
          group by term, failed
        ) as counted
        join search_terms t on t.id = counted.term and t.kind = any(?::text[])
          and (t.kind <> 'attribute' or t.slug = any(?::text[]))
          and (counted.failed is null
            or counted.failed = case when t.kind = 'attribute' then 'attribute:' || t.slug else t.kind end)
        group by t.id
      ) as places where place <= ${MAX_COUNTED_VALUES}) as terms,
     (select array[${ratings}]::integer[] from matched where failed is null or failed = 'rating') as ratings,
     (select case when count(*) > 0 then json_build_object('min', min(price_min), 'max', max(price_max)) end
      from matched where price_min >= 0 and (failed is null or failed = 'price')) as price`,
    kinds,
    facets.attributes,
  );
}

/**
 * One statement for a page and its facets. Documents are read for the page only; everything else works on the few
 * columns of those that match.
 */
export function searchStatement(collection: string, query: SearchQuery, text: SearchedText | null): SqlPart {
  const { documents } = tablesOf(collection);
  const matched = matchedPart(documents, query, text);
  const facets = query.facets ? facetsPart(query.facets) : null;
  const sort = effectiveSort(query.sortBy);
  const order = `${text && sort === 'relevance' ? RANKED : orders[sort]}, id`;
  return {
    sql: `with matched as materialized (${matched.sql})
      select (select count(*) from matched where failed is null)::integer as total,
        (select coalesce('[' || string_agg(d.body, ',' order by hit.place) || ']', '[]') from (
          select id, row_number() over () as place from (
            select id from matched where failed is null order by ${order} limit ? offset ?
          ) as page
        ) as hit join ${documents} d on d.id = hit.id) as hits${facets ? `, ${facets.sql}` : ''}`,
    values: [...matched.values, query.limit, offsetOf(query), ...(facets ? facets.values : [])],
  };
}
