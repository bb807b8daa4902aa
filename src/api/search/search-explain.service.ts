import { readListedProduct } from '#db/search/listed-product.query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { boostsOf } from '#domain/search/arrange-hits.js';
import {
  reasonsNotListed,
  reasonsOfMatch,
  reasonsOfRule,
  type RuleEffect,
} from '#domain/search/explain-texts.js';
import type { SearchDocument } from '#domain/search/search-document.js';
import type { SearchQuery } from '#domain/search/search-query.js';
import type { KeptRule } from '#domain/search/search-rule.js';
import { searchErrors } from '#domain/search/search.errors.js';
import { SearchIndexMissing, SearchUnavailable } from '#integrations/search/search-engine.js';
import type { Platform } from '#operations/platform.js';
import { searchArranged } from './arranged-search.js';
import { createCurrentCuration } from '#operations/search/current-curation.js';
import { FILLING_RETRY_SECONDS } from './search-measure.js';
import { understandText } from './understood-text.js';

/** The place is looked for among so many products. */
const MAX_PLACE = 1_000;
const PAGE = 100;

interface Bounds {
  minPrice?: number;
  maxPrice?: number;
}

type Deps = Pick<Platform, 'knex' | 'search' | 'clock'>;

/** Says why a product stands where it stands in a search, or why it is absent. */
export function createSearchExplainService({ knex, search, clock }: Deps) {
  const curation = createCurrentCuration({ knex, search, clock });

  /** @param rule left out for the place that the words alone give it */
  async function placeOf(q: string, bounds: Bounds, productId: string, rule?: KeptRule) {
    const now = clock.now();
    let [total, relaxed]: [number, { dropped: string[]; matched: string[] } | undefined] = [0, undefined];
    for (let page = 1; (page - 1) * PAGE < MAX_PLACE; page += 1) {
      const query: SearchQuery = { q, filters: bounds, sortBy: 'relevance', page, limit: PAGE, relax: true };
      const found = await (rule ? searchArranged(search, query, rule, now) : search.search(query));
      ({ total, relaxed } = found);
      const at = found.hits.findIndex(({ id }) => id === productId);
      const hit = found.hits[at];
      if (hit)
        return {
          total,
          relaxed,
          corrected: found.corrected,
          place: (page - 1) * PAGE + at + 1,
          document: hit,
        };
      if (page * PAGE >= total) break;
    }
    const [place, document]: [number | null, SearchDocument | null] = [null, null];
    return { total, relaxed, corrected: undefined, place, document };
  }

  /** What a rule does to one product of its result. */
  async function effectOf(
    rule: KeptRule,
    document: SearchDocument,
    without: () => Promise<{ place: number | null }>,
  ): Promise<RuleEffect> {
    const { place: placeWithout } = await without();
    return {
      id: rule.id,
      pinned: rule.pins.find(({ productId }) => productId === document.id)?.position ?? null,
      buried: rule.buried.includes(document.id),
      boosts: boostsOf(document, rule.boosts, clock.now()),
      placeWithout,
    };
  }

  return {
    /** @throws AppError NOT_FOUND, BAD_GATEWAY, SERVICE_UNAVAILABLE */
    async explain(q: string, productId: string) {
      const product = await readListedProduct(knex, productId);
      if (!product) throw platformErrors.notFound({ entity: 'Product' });
      try {
        await curation.ensure();
        const now = clock.now();
        const { q: text, bounds, understood } = await understandText(search, q, {});
        const explained = await search.explain(text, productId);
        const rule = curation.rule({ q }, now) ?? curation.rule({ q: text }, now);
        const { total, relaxed, corrected, place, document } = await placeOf(text, bounds, productId, rule);
        const ruled =
          rule && document ? await effectOf(rule, document, () => placeOf(text, bounds, productId)) : null;
        const beyond = place === null && explained.matches;
        return {
          product: { id: product.id, title: product.title },
          found: place !== null,
          place,
          total,
          ...(understood && { understood }),
          ...(corrected !== undefined && { didYouMean: corrected }),
          ...(relaxed && { relaxed }),
          words: explained.words.map(({ isDropped = false, ...word }) => ({ ...word, isDropped })),
          rule: ruled,
          step: explained.step,
          bonuses: explained.bonuses,
          ties: {
            inStock: document?.inStock ?? false,
            popularity: document?.popularity ?? product.popularity,
            ratingCount: document?.ratingCount ?? 0,
          },
          reasons: [
            ...reasonsNotListed(product, explained.isListed, clock.now()),
            ...reasonsOfMatch(explained),
            ...(ruled ? reasonsOfRule(ruled, place) : []),
            ...(rule?.redirect ? [`A rule leads this text to ${rule.redirect}.`] : []),
            ...(beyond && understood ? [`The price is not "${understood.text}".`] : []),
            ...(beyond && !understood ? [`The product is behind the first ${MAX_PLACE}.`] : []),
          ],
        };
      } catch (error) {
        if (error instanceof SearchIndexMissing)
          throw searchErrors.filling({}, { retryAfter: FILLING_RETRY_SECONDS, cause: error });
        if (error instanceof SearchUnavailable) throw searchErrors.unavailable({}, { cause: error });
        throw error;
      }
    },
  };
}
