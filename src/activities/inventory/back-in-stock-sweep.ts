import { sellableWithRequests } from '#db/inventory/alert-details.query.js';
import { createBackInStockRepository } from '#db/inventory/back-in-stock.repository.js';
import { inventoryAlerts } from '#db/inventory/stock-alerts-tables.js';
import { systemContext } from '#domain/_shared/context.js';
import type { Platform } from '#operations/platform.js';

const EXPIRED_AT_ONCE = 1_000;
/** How long an address is kept after its request has ended. */
const KEEP_ENDED_DAYS = 30;

/**
 * Expires back-in-stock requests and deletes ended ones; and looks again at variants that can be bought although buyers
 * wait: a vendor was reinstated, a product was published in the future.
 */
export function createBackInStockSweep({ unitOfWork, clock }: Pick<Platform, 'unitOfWork' | 'clock'>) {
  const requests = createBackInStockRepository();

  return async (): Promise<Record<string, number>> => {
    const now = clock.now();
    const ctx = systemContext({ name: 'back-in-stock-sweep' }, now);
    const all = async (batch: () => Promise<number>) => {
      let total = 0;
      for (let count = await batch(); count > 0; count = await batch()) total += count;
      return total;
    };
    const keepFrom = new Date(now.getTime() - KEEP_ENDED_DAYS * 86_400_000);
    return {
      expired: await all(() => unitOfWork.run(ctx, (tx) => requests.expire(tx, now, EXPIRED_AT_ONCE))),
      deleted: await all(() => unitOfWork.run(ctx, (tx) => requests.deleteEnded(tx, keepFrom))),
      requested: await unitOfWork.run(ctx, (tx) =>
        inventoryAlerts.requestSelected(tx, sellableWithRequests, [now]),
      ),
    };
  };
}
