import { categoriesWithin } from '#db/search/category-descendants.query.js';
import { boostsOf } from '#domain/search/arrange-hits.js';
import { productOfDocument } from '#domain/search/product-response.js';
import type { SearchDocument } from '#domain/search/search-document.js';
import type { SearchQuery, SearchResult } from '#domain/search/search-query.js';
import type { Arrangement } from '#domain/search/search-rule.js';
import type { Platform } from '#operations/platform.js';
import { searchArranged } from './arranged-search.js';
import { createCurrentCuration } from '#operations/search/current-curation.js';
import { createSearchMeasure } from './search-measure.js';
import type { RuleInput } from './search-rules.schemas.js';
import { createSearchRulesService, fieldsOf } from './search-rules.service.js';
import { understandText } from './understood-text.js';

type Deps = Pick<
  Platform,
  'knex' | 'search' | 'clock' | 'metrics' | 'unitOfWork' | 'audit' | 'outbox' | 'settings'
>;

/** What the rule does to a product. */
function effectOf(document: SearchDocument, { pins, buried, boosts }: Arrangement, now: Date) {
  if (pins.some(({ productId }) => productId === document.id)) return 'pinned' as const;
  if (buried.includes(document.id)) return 'buried' as const;
  return boostsOf(document, boosts, now).length > 0 ? ('boosted' as const) : null;
}

/** Shows the result of a rule that is being written, beside the result without any. */
export function createRulePreviewService(deps: Deps) {
  const { knex, search } = deps;
  const rules = createSearchRulesService(deps);
  const curation = createCurrentCuration(deps);
  const { measure } = createSearchMeasure(deps);
  const nothing: SearchResult = { total: 0, hits: [], facets: null };

  async function queryOf(q: string, slug: string | undefined, limit: number): Promise<SearchQuery> {
    const categorySlugs = slug === undefined ? undefined : await categoriesWithin(knex, [slug]);
    const { q: text, bounds } = await understandText(search, q, {});
    return {
      q: text,
      filters: { ...bounds, categorySlugs },
      sortBy: 'relevance',
      page: 1,
      limit,
      relax: true,
    };
  }

  return {
    /** @throws AppError VALIDATION_ERROR, BAD_GATEWAY, SERVICE_UNAVAILABLE */
    async preview(input: RuleInput, limit: number, now: Date) {
      const fields = fieldsOf(input);
      const names = await rules.assertValid(fields, 'body.rule');
      const slug = fields.categoryId === null ? undefined : names.categories.get(fields.categoryId)?.slug;
      const { before, hits, total } = await measure(
        'search',
        async () => {
          await curation.ensure();
          const query = await queryOf(fields.query ?? '', slug, limit);
          const [plain, arranged] = await Promise.all([
            search.search(query),
            searchArranged(search, query, fields, now),
          ]);
          return { ...arranged, before: plain };
        },
        { ...nothing, before: nothing },
      );
      const side = (found: Pick<SearchResult, 'total' | 'hits'>) => ({
        total: found.total,
        products: found.hits.map((document, n) => {
          const { id, title, thumbnail, inStock, priceStart, brand } = productOfDocument(document, now);
          const effect = effectOf(document, fields, now);
          return {
            id,
            title,
            thumbnail,
            inStock,
            priceStart,
            brand: brand?.name ?? null,
            place: n + 1,
            effect,
          };
        }),
      });
      const shown = new Set(hits.map(({ id }) => id));
      const leftOut = fields.pins
        .filter(({ productId, position }) => position <= limit && !shown.has(productId))
        .map(({ productId }) => ({ productId, title: names.products.get(productId) ?? null }));
      return { before: side(before), after: side({ total, hits }), leftOut };
    },
  };
}

export type RulePreviewService = ReturnType<typeof createRulePreviewService>;
