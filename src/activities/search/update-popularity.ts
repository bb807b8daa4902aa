import { changedPopularity } from '#db/search/popularity.query.js';
import { createSearchProductsRepository } from '#db/search/search-products.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import type { Platform } from '#operations/platform.js';

/** Rows of one transaction: what it writes, it locks. */
const CHUNK = 500;

/** Brings the popularity of products up to date, some each night. Run twice it finds the rest of the changes. */
export async function updatePopularity({
  knex,
  unitOfWork,
  clock,
}: Pick<Platform, 'knex' | 'unitOfWork' | 'clock'>): Promise<Record<string, number>> {
  const products = createSearchProductsRepository();
  const now = clock.now();
  const changes = await changedPopularity(knex, now);
  for (let from = 0; from < changes.length; from += CHUNK)
    await unitOfWork.run(systemContext({ name: 'search-popularity' }, now), (tx) =>
      products.changePopularity(tx, changes.slice(from, from + CHUNK)),
    );
  return { changed: changes.length };
}
