import { readListedProduct } from '#db/search/listed-product.query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { reasonsNotListed, reasonsOfMatch } from '#domain/search/explain-texts.js';
import type { SearchDocument } from '#domain/search/search-document.js';
import { searchErrors } from '#domain/search/search.errors.js';
import { SearchIndexMissing, SearchUnavailable } from '#integrations/search/search-engine.js';
import type { Platform } from '#operations/platform.js';
import { createCurrentSynonyms } from './current-synonyms.js';
import { FILLING_RETRY_SECONDS } from './search-measure.js';
import { understandText } from './understood-text.js';

/** The place is looked for among so many products. */
const MAX_PLACE = 1_000;
const PAGE = 100;

type Deps = Pick<Platform, 'knex' | 'search' | 'clock'>;

/** Says why a product stands where it stands in a search, or why it is absent. */
export function createSearchExplainService({ knex, search, clock }: Deps) {
  const synonyms = createCurrentSynonyms({ knex, search });

  async function placeOf(q: string, bounds: { minPrice?: number; maxPrice?: number }, productId: string) {
    let [total, relaxed]: [number, { dropped: string[]; matched: string[] } | undefined] = [0, undefined];
    for (let page = 1; (page - 1) * PAGE < MAX_PLACE; page += 1) {
      const found = await search.search({ q, filters: bounds, sortBy: 'relevance', page, limit: PAGE, relax: true }); // prettier-ignore
      ({ total, relaxed } = found);
      const at = found.hits.findIndex(({ id }) => id === productId);
      const hit = found.hits[at];
      if (hit) return { total, relaxed, corrected: found.corrected, place: (page - 1) * PAGE + at + 1, document: hit }; // prettier-ignore
      if (page * PAGE >= total) break;
    }
    const [place, document]: [number | null, SearchDocument | null] = [null, null];
    return { total, relaxed, corrected: undefined, place, document };
  }

  return {
    /** @throws AppError NOT_FOUND, BAD_GATEWAY, SERVICE_UNAVAILABLE */
    async explain(q: string, productId: string) {
      const product = await readListedProduct(knex, productId);
      if (!product) throw platformErrors.notFound({ entity: 'Product' });
      try {
        await synonyms.ensure();
        const { q: text, bounds, understood } = await understandText(search, q, {});
        const explained = await search.explain(text, productId);
        const { total, relaxed, corrected, place, document } = await placeOf(text, bounds, productId);
        const beyond = place === null && explained.matches;
        return {
          product: { id: product.id, title: product.title },
          ...{ found: place !== null, place, total },
          ...(understood && { understood }),
          ...(corrected !== undefined && { didYouMean: corrected }),
          ...(relaxed && { relaxed }),
          words: explained.words.map(({ isDropped = false, ...word }) => ({ ...word, isDropped })),
          step: explained.step,
          bonuses: explained.bonuses,
          ties: {
            ...{
              inStock: document?.inStock ?? false,
              popularity: document?.popularity ?? product.popularity,
            },
            ratingCount: document?.ratingCount ?? 0,
          },
          reasons: [
            ...reasonsNotListed(product, explained.isListed, clock.now()),
            ...reasonsOfMatch(explained),
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
