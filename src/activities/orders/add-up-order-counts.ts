import { addUpOrderCounts } from '#db/orders/order-counts.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import type { Platform } from '#operations/platform.js';

/** Adds the changes of the order counts up, so that a total reads few of them. */
export function createOrderCountsSweep({ unitOfWork, clock }: Pick<Platform, 'unitOfWork' | 'clock'>) {
  return async (): Promise<Record<string, number>> => {
    const ctx = systemContext({ name: 'order-counts-sweep' }, clock.now());
    return { addedUp: await unitOfWork.run(ctx, (tx) => addUpOrderCounts(tx)) };
  };
}
