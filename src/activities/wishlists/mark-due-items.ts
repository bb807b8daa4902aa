import type { DrainHandler, RoundControl } from '#activities/events/events.activities.js';
import { createDueItemsRepository } from '#db/wishlists/due-items.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import type { RecordedEvent } from '#domain/_shared/event.js';
import type { ProductsImported } from '#domain/product-imports/product-imports.events.js';
import type { Platform } from '#operations/platform.js';

/** Items that one transaction marks: a product that many have saved is several. */
const BATCH = 2_000;

type Deps = Pick<Platform, 'unitOfWork' | 'clock'>;

/** The products that an event names; an import names many. */
function productsOf({ payload }: RecordedEvent): readonly string[] {
  const { productId, productIds } = payload as Partial<ProductsImported> & { productId?: string };
  return productIds ?? (productId === undefined ? [] : [productId]);
}

/** Marks the items of products of which a mail may be due. Work that was done before is not done again. */
export function createDueItemsMarking({ unitOfWork, clock }: Deps) {
  const items = createDueItemsRepository();
  return async (productIds: readonly string[], control?: RoundControl): Promise<number> => {
    if (productIds.length === 0) return 0;
    const ctx = systemContext({ name: 'wishlist-items' }, clock.now());
    const at = { productIds, now: ctx.now, limit: BATCH };
    let due = 0;
    for (const mark of [items.markSoldOut, items.markDue])
      for (;;) {
        control?.signal.throwIfAborted();
        control?.heartbeat();
        const marked = await unitOfWork.run(ctx, (tx) => mark(tx, at));
        if (mark === items.markDue) due += marked;
        if (marked < BATCH) break;
      }
    return due;
  };
}

/** Turns changes of prices and stock into items of which a mail may be due. */
export function createWishlistChangesHandler(deps: Deps): DrainHandler {
  const mark = createDueItemsMarking(deps);
  return async (deliveries, control) => {
    await mark([...new Set(deliveries.flatMap(({ event }) => productsOf(event)))], control);
    return deliveries.map(({ id }) => ({ id }));
  };
}
