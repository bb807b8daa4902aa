import type { CatalogRequestsRepository } from '#db/taxonomy/catalog-requests.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { UnknownName } from '#domain/product-imports/import-taxonomy.js';
import type { RowError } from '#domain/product-imports/imported-product.js';
import { MAX_REQUESTS, requestNotes, wantedEntries } from '#domain/product-imports/unknown-names.js';
import { catalogRequestSubmitted } from '#domain/taxonomy/taxonomy.events.js';
import type { Outbox } from '#events/outbox.js';

interface Deps {
  outbox: Outbox;
  requests: CatalogRequestsRepository;
}

/** For whom unknown names are requested, and how many the import has requested so far. */
export interface RequestedBy {
  vendorId: string;
  userId: string;
  requested: number;
}

/** Turns unknown brands and categories of a batch into requests; the notes say which. */
export function createUnknownRequester({ outbox, requests }: Deps) {
  return async (
    tx: Tx,
    ctx: Context,
    { vendorId, userId, requested }: RequestedBy,
    unknown: readonly UnknownName[],
  ): Promise<{ notes: RowError[]; requested: number }> => {
    const wanted = wantedEntries(unknown);
    if (wanted.length === 0) return { notes: unknown.map(({ note }) => note), requested: 0 };
    const pending = await requests.findPending(tx, vendorId, wanted);
    const known = new Set(pending.map(({ taxonomy, slug }) => `${taxonomy} ${slug}`));
    const missing = wanted
      .filter(({ taxonomy, slug }) => !known.has(`${taxonomy} ${slug}`))
      .slice(0, Math.max(0, MAX_REQUESTS - requested));
    const request = { vendorId, requestedByUserId: userId };
    const inserted = await requests.insertMissing(tx, request, missing, ctx.now);
    const events = inserted.map(({ id: entityId, taxonomy }) => ({
      entityId,
      payload: { taxonomy, vendorId },
    }));
    outbox.appendAll(tx, ctx, catalogRequestSubmitted, events);
    // One that was left out was requested by somebody else at this moment.
    return { notes: requestNotes(unknown, wanted, [...pending, ...missing]), requested: inserted.length };
  };
}

export type UnknownRequester = ReturnType<typeof createUnknownRequester>;
