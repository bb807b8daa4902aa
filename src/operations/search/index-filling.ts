import {
  type FillingProgress,
  hasListedProducts,
  readFillingProgress,
} from '#db/search/index-filling.query.js';
import type { Platform } from '#operations/platform.js';

/**
 * Whether searches have no index although there are products to find: on the first start, and after a search server has lost
 * its data. They respond with 503 until it is complete, for an empty shop would look like one without products.
 */
export function createIndexFilling({ knex, search }: Pick<Platform, 'knex' | 'search'>) {
  return {
    /** Null where searches have an index, or nothing to find. @throws SearchUnavailable */
    async filling(): Promise<Partial<FillingProgress> | null> {
      if ((await search.readAlias()) !== null || !(await hasListedProducts(knex))) return null;
      return (await readFillingProgress(knex)) ?? {};
    },
  };
}
