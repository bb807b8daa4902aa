import type { PassResult } from '#activities/_shared/derived-pass.js';
import type { LeasedRow } from '#db/kernel/derived-rows.js';
import { createSearchCollectionsRepository } from '#db/search/search-collections.repository.js';
import { type ProductState, readProductStates } from '#db/search/search-documents.query.js';
import { createSearchProductsRepository } from '#db/search/search-products.repository.js';
import { searchEvents } from '#domain/search/search.events.js';
import { type IndexWrite, SearchUnavailable, type WriteOutcome } from '#integrations/search/search-engine.js';
import type { Platform } from '#operations/platform.js';

export type ProductKey = { productId: string };
type Leased = LeasedRow<ProductKey>;

/** An engine that does not respond is asked again after so long; it costs the products no attempt. */
const UNAVAILABLE_MS = 2_000;
/** Without a collection there is nothing to write to; reconcile makes one. */
const NO_COLLECTION_MS = 5_000;

type Deps = Pick<Platform, 'knex' | 'search' | 'outbox' | 'logger'>;

/**
 * Brings leased products into the index: reads all of them in one statement, writes them in one go to every collection,
 * and says what is to be recorded. The row read decides whether a product is written or removed, so that the order of
 * passes does not matter.
 */
export function createProductIndexer({ knex, search, outbox, logger }: Deps) {
  const collections = createSearchCollectionsRepository(knex);
  const products = createSearchProductsRepository();

  async function write(names: string[], writes: IndexWrite[]): Promise<WriteOutcome[] | null> {
    try {
      return await search.write(names, writes);
    } catch (error) {
      if (!(error instanceof SearchUnavailable)) throw error;
      logger.warn({ err: error, products: writes.length }, 'search engine unavailable');
      return null;
    }
  }

  return async function indexProducts(taken: readonly Leased[]): Promise<PassResult<ProductKey>> {
    const [first] = taken;
    if (!first) return {};
    const names = (await collections.list(search.kind)).map(({ name }) => name);
    if (names.length === 0) return { retryAt: new Date(Date.now() + NO_COLLECTION_MS) };
    const states = await readProductStates(
      knex,
      taken.map(({ key }) => key.productId),
      first.at,
    );
    const outcomes = await write(
      names,
      states.map((state) => writeOf(state, first.at)),
    );
    if (outcomes === null) return { retryAt: new Date(Date.now() + UNAVAILABLE_MS) };
    return resultOf(taken, states, outcomes);
  };

  function resultOf(
    taken: readonly Leased[],
    states: readonly ProductState[],
    outcomes: readonly WriteOutcome[],
  ): PassResult<ProductKey> {
    const stateOf = new Map(states.map((state) => [state.productId, state]));
    const outcomeOf = new Map(outcomes.map((outcome) => [outcome.productId, outcome]));
    const failed = taken.flatMap((row) => {
      const error = outcomeOf.get(row.key.productId)?.error;
      return error === undefined ? [] : [{ ...row, error }];
    });
    const failedRows = new Set(failed.map(({ key }) => key.productId));
    const finished = taken
      .filter(({ key }) => !failedRows.has(key.productId))
      .map((row) => ({ ...row, dueAt: stateOf.get(row.key.productId)?.dueAt ?? null }));
    return {
      finished,
      failed,
      async record(tx, ctx, keys) {
        const done = keys.flatMap(({ productId }) => stateOf.get(productId) ?? []);
        await products.record(tx, done.map(indexed));
        const indexedAt = taken[0]?.at.toISOString() ?? '';
        outbox.appendAll(
          tx,
          ctx,
          searchEvents.indexed,
          done.flatMap((state) => indexedEvent(state, indexedAt)),
        );
        const removed = done.filter(
          ({ document, productId }) => !document && outcomeOf.get(productId)?.existed,
        );
        outbox.appendAll(
          tx,
          ctx,
          searchEvents.deindexed,
          removed.map(({ productId, vendorId }) => ({
            entityId: productId,
            payload: { productId, vendorId },
          })),
        );
      },
    };
  }
}

export type ProductIndexer = ReturnType<typeof createProductIndexer>;

function writeOf({ productId, document }: ProductState, at: Date): IndexWrite {
  return document ? { kind: 'upsert', document } : { kind: 'delete', productId, at: at.getTime() };
}

function indexed({ productId, document }: ProductState) {
  return { productId, listed: document !== null, inStock: document?.inStock ?? false };
}

function indexedEvent({ productId, vendorId, document }: ProductState, indexedAt: string) {
  if (!document || vendorId === null) return [];
  return [{ entityId: productId, payload: { productId, vendorId, indexedAt } }];
}
