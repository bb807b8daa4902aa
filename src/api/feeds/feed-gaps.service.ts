import { listFeedGaps } from '#db/feeds/feed-gaps.query.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import type { Platform } from '#operations/platform.js';

/** What feeds would miss of variants on sale. */
export function createFeedGapsService({ knex }: Pick<Platform, 'knex'>) {
  return { list: (scope: { vendorId?: string }, query: ListQuery) => listFeedGaps(knex, scope, query) };
}
