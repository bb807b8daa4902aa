import type { DrainHandler } from '#activities/events/events.activities.js';
import { requestAlerts } from '#db/inventory/stock-alerts-tables.js';
import { systemContext } from '#domain/_shared/context.js';
import type { RecordedEvent } from '#domain/_shared/event.js';
import type { ProductsImported } from '#domain/product-imports/product-imports.events.js';
import type { Platform } from '#operations/platform.js';

/** The variants that an event names; a change of a product concerns all of its variants. */
function namedBy({ payload }: RecordedEvent): { variantIds: string[]; productIds: string[] } {
  const { variantId, productId, productIds } = payload as Partial<ProductsImported> & {
    variantId?: string;
    productId?: string;
  };
  if (variantId) return { variantIds: [variantId], productIds: [] };
  return { variantIds: [], productIds: productIds ?? (productId ? [productId] : []) };
}

/** Turns changes of stock into requests for alerts, all of a batch in one transaction. */
export function createStockChangesHandler({
  unitOfWork,
  clock,
}: Pick<Platform, 'unitOfWork' | 'clock'>): DrainHandler {
  return async (deliveries) => {
    const named = deliveries.map(({ event }) => namedBy(event));
    const variantIds = [...new Set(named.flatMap((ids) => ids.variantIds))];
    const productIds = [...new Set(named.flatMap((ids) => ids.productIds))];
    const ctx = systemContext({ name: 'stock-alerts' }, clock.now());
    await unitOfWork.run(ctx, (tx) => requestAlerts(tx, { variantIds, productIds }));
    return deliveries.map(({ id }) => ({ id }));
  };
}
