import { changedProducts, nextProducts } from '#db/search/stale-products.query.js';
import { readIndexFailures } from '#db/search/index-status.query.js';
import type { Container } from '#runtime/container.js';
import { createIndexFilling } from '#operations/search/index-filling.js';
import { type Finding, findingOf } from './finding.js';

const MAX_ROWS = 1_000;

/** Search and feeds beside the catalog: what has changed and was not passed on, and what could not be. */
export async function checkDerived({ knex, search }: Container): Promise<Finding[]> {
  const failures = await readIndexFailures(knex, MAX_ROWS);
  const stale = await nextProducts(knex, changedProducts, { after: null, limit: MAX_ROWS });
  const items = (await knex('feeds_items')
    .where({ status: 'failed' })
    .orderBy('updatedAt', 'desc')
    .limit(MAX_ROWS)
    .select('variantId')) as { variantId: string }[];
  const isUp = await search.health().catch(() => false);
  const filling = isUp ? await createIndexFilling({ knex, search }).filling() : null;
  return [
    ...(isUp
      ? []
      : findingOf(['search'], {
          check: 'search',
          problem: 'The search engine cannot be reached',
          command: 'start it',
          fixable: false,
        })),
    ...(filling
      ? findingOf(['search'], {
          check: 'search',
          problem: 'There is no complete search index: searches respond with 503',
          command: 'a worker fills it within five minutes: its log says how far it is',
          fixable: false,
        })
      : []),
    ...findingOf(
      failures.map(({ productId }) => productId),
      {
        check: 'search',
        problem: 'Products that could not be indexed: GET /admin/search/index says why',
        command: 'they are tried again by themselves',
        fixable: false,
      },
    ),
    ...findingOf(stale, {
      check: 'search',
      problem: 'Products that changed after they were indexed, or never were',
      command: 'wait for search-reconcile, every five minutes, or POST /admin/search/reindex',
      fixable: false,
    }),
    ...findingOf(
      items.map(({ variantId }) => variantId),
      {
        check: 'feeds',
        problem: 'Variants that a feed has refused: the items of the feed say why',
        command: 'retry the items of the feed, under /admin/feeds',
        fixable: false,
      },
    ),
  ];
}
