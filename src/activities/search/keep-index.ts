import { createSearchCollectionsRepository } from '#db/search/search-collections.repository.js';
import { createSearchQueriesRepository } from '#db/search/search-queries.repository.js';
import { searchProducts } from '#db/search/search-products-tables.js';
import {
  changedProducts,
  nextProducts,
  recentlyChangedProducts,
  repricedProducts,
} from '#db/search/stale-products.query.js';
import { systemContext } from '#domain/_shared/context.js';
import { collectionName, collectionVersion, SCHEMA_VERSION } from '#domain/search/collection-name.js';
import { DEFAULT_BATCH_SIZE } from '#domain/search/search-run.js';
import { createReindexRequests } from '#operations/search/request-reindex.js';
import type { Platform } from '#operations/platform.js';

/** Rows of one transaction: what it writes, it locks. */
const CHUNK = 500;
/** Changed products that are read at once. */
const MAX_IDS = 10_000;
/** The former collection is kept for processes of the former release. */
const RETIRED_MS = 24 * 60 * 60 * 1_000;
/** Counts of what buyers search for are kept for 90 days. */
const QUERIES_MS = 90 * RETIRED_MS;

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'outbox' | 'search' | 'clock' | 'logger'>;

/** What the schedules of the index do. */
export function createIndexKeeper(deps: Deps, version = SCHEMA_VERSION) {
  const { knex, unitOfWork, search, clock, logger } = deps;
  const collections = createSearchCollectionsRepository(knex);
  const requests = createReindexRequests(deps);
  const queries = createSearchQueriesRepository(knex);
  const wanted = collectionName(version);
  const context = () => systemContext({ name: 'search-reconcile' }, clock.now());

  /** Requests what a statement selects, chunk by chunk. Returns how many products that were. */
  async function requestAll(select: string): Promise<number> {
    let requested = 0;
    let after: string | null = null;
    for (;;) {
      const ids: string[] = await nextProducts(knex, select, { after, limit: CHUNK });
      after = ids.at(-1) ?? null;
      if (after === null) return requested;
      const keys = ids.map((productId) => ({ productId }));
      requested += await unitOfWork.run(context(), (tx) => searchProducts.request(tx, keys));
    }
  }

  /**
   * Requests products that changed since the last reconcile. The first one, and one each night, compares all of them: what
   * took an instant of the past with it, as a restored backup does, is found by that.
   */
  async function requestChanged(): Promise<number> {
    const now = clock.now();
    const since = await collections.reconciledAt(search.kind);
    const requested = since === null ? await requestAll(changedProducts) : await requestSince(since);
    await unitOfWork.run(context(), (tx) => collections.markReconciled(tx, search.kind, now));
    return requested;
  }

  async function requestSince(since: Date): Promise<number> {
    let requested = 0;
    for (;;) {
      const ids = await recentlyChangedProducts(knex, since, MAX_IDS);
      for (let from = 0; from < ids.length; from += CHUNK) {
        const keys = ids.slice(from, from + CHUNK).map((productId) => ({ productId }));
        requested += await unitOfWork.run(context(), (tx) => searchProducts.request(tx, keys));
      }
      // What was requested is not selected again.
      if (ids.length < MAX_IDS) return requested;
    }
  }

  /** Whether searches go to a collection of this release or of a later one. */
  async function isCurrent(): Promise<boolean> {
    const alias = await search.readAlias();
    if (alias === null || (collectionVersion(alias) ?? 0) < version) return false;
    return (await collections.list(search.kind)).some(
      ({ name, state }) => name === alias && state === 'live',
    );
  }

  /**
   * Creates the collection of this release and has it filled. Searches go to the former one until it is complete; where
   * there is none, as on the first start or after a loss of data, they are asked to retry.
   */
  async function build(): Promise<number> {
    const ctx = context();
    const alias = await search.readAlias();
    await search.createCollection(wanted);
    const { runId, joined } = await unitOfWork.run(ctx, async (tx) => {
      await collections.build(tx, search.kind, wanted, version);
      return requests.request(tx, ctx, { vendorId: null, batchSize: DEFAULT_BATCH_SIZE, builds: wanted });
    });
    if (joined) return 0;
    logger.info({ collection: wanted, before: alias, runId }, 'search collection is being built');
    return 1;
  }

  async function dropRetired(): Promise<number> {
    const names = await collections.retired(search.kind, new Date(clock.now().getTime() - RETIRED_MS));
    for (const name of names) {
      await unitOfWork.run(context(), (tx) => collections.remove(tx, search.kind, name));
      await search.dropCollection(name);
    }
    return names.length;
  }

  return {
    isCurrent,

    /** Builds the index where it is missing or old, and requests what changed after its watermark. */
    async reconcile(): Promise<Record<string, number>> {
      const built = (await isCurrent()) ? 0 : await build();
      return { built, requested: await requestChanged(), dropped: await dropRetired() };
    },

    /** Deletes what documents left behind, and compares every product with its watermark. */
    async clean(): Promise<Record<string, number>> {
      const requested = await requestAll(changedProducts);
      const names = (await collections.list(search.kind)).map(({ name }) => name);
      const before = new Date(clock.now().getTime() - QUERIES_MS).toISOString().slice(0, 10);
      return { deleted: await search.clean(names), queries: await queries.deleteBefore(before), requested };
    },

    /** Requests products with a boundary of a special price behind their watermark. */
    async reroll(): Promise<Record<string, number>> {
      return { requested: await requestAll(repricedProducts) };
    },
  };
}

export type IndexKeeper = ReturnType<typeof createIndexKeeper>;
