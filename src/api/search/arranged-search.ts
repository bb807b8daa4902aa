import { BOOSTED, boostHits, slotsOf } from '#domain/search/arrange-hits.js';
import type { SearchDocument } from '#domain/search/search-document.js';
import { offsetOf, type SearchQuery, type SearchResult } from '#domain/search/search-query.js';
import type { Arrangement } from '#domain/search/search-rule.js';
import type { SearchEngine } from '#integrations/search/search-engine.js';

type Engine = Pick<SearchEngine, 'search'>;

/** Those of these products that buyers can buy and that pass the filters, whether or not they have the words. */
async function pinnedHits(engine: Engine, { filters }: SearchQuery, { pins }: Arrangement) {
  if (pins.length === 0 || filters.inStock === false) return [];
  const ids = pins.map(({ productId }) => productId);
  const { hits } = await engine.search({
    q: '',
    filters: { ...filters, ids, inStock: true },
    sortBy: 'new',
    page: 1,
    limit: ids.length,
  });
  const byId = new Map(hits.map((hit) => [hit.id, hit]));
  return [...pins]
    .sort((a, b) => a.position - b.position)
    .flatMap(({ productId, position }) => {
      const document = byId.get(productId);
      return document ? [{ document, position }] : [];
    });
}

/** Those of the buried products that the search finds, in its order. */
async function buriedHits(engine: Engine, query: SearchQuery, { buried }: Arrangement) {
  if (buried.length === 0) return [];
  const { facets: _none, ...plain } = query;
  const { hits } = await engine.search({
    ...plain,
    filters: { ...query.filters, ids: buried },
    page: 1,
    offset: 0,
    limit: buried.length,
  });
  return hits;
}

/** Products of the rest from `offset` on; boosts move them among the best. */
async function restHits(
  engine: Engine,
  rest: SearchQuery,
  { boosts, offset, now }: { boosts: Arrangement['boosts']; offset: number; now: Date },
): Promise<SearchResult> {
  const end = offset + rest.limit;
  if (boosts.length === 0 || offset >= BOOSTED) return engine.search({ ...rest, offset });
  const best = await engine.search({ ...rest, offset: 0, limit: BOOSTED });
  const hits = boostHits(best.hits, boosts, now).slice(offset, end);
  if (end <= BOOSTED || best.total <= BOOSTED) return { ...best, hits };
  const behind = await engine.search({ ...rest, offset: BOOSTED, limit: end - BOOSTED });
  return { ...best, hits: [...hits, ...behind.hits] };
}

/**
 * One page as a rule arranges it, on any engine. A pinned product that the words do not find is one product more; facets are of
 * what the words find.
 * @throws SearchIndexMissing, SearchUnavailable
 */
export async function searchArranged(
  engine: Engine,
  query: SearchQuery,
  arrangement: Arrangement,
  now: Date,
): Promise<SearchResult> {
  const { facets, ...plain } = query;
  const [pinned, buried, counted] = await Promise.all([
    pinnedHits(engine, query, arrangement),
    buriedHits(engine, query, arrangement),
    facets ? engine.search({ ...query, page: 1, offset: 0, limit: 1 }) : null,
  ]);
  const positions = pinned.map(({ position }) => position);
  const aside = [...pinned.map(({ document }) => document.id), ...buried.map(({ id }) => id)];
  const start = offsetOf(query);
  const offset = start - positions.filter((position) => position <= start).length;
  const rest = { ...plain, filters: { ...query.filters, ...(aside.length > 0 && { exceptIds: aside }) } };
  const found = await restHits(engine, rest, { boosts: arrangement.boosts, offset, now });
  const sizes = { positions, rest: found.total, buried: buried.length };
  const hits = slotsOf(sizes, start, start + query.limit).flatMap(({ from, at }): SearchDocument[] => {
    const hit =
      from === 'pinned' ? pinned[at]?.document : from === 'rest' ? found.hits[at - offset] : buried[at];
    return hit ? [hit] : [];
  });
  const total = found.total + pinned.length + buried.length;
  return { ...found, total, hits, facets: counted?.facets ?? null };
}
