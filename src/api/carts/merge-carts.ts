import { createRestoredCartsRepository } from '#db/abandoned-carts/restored-carts.repository.js';
import { createCartsRepository } from '#db/carts/carts.repository.js';
import { createRedemptionsRepository } from '#db/discounts/redemptions.repository.js';
import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { Platform } from '#operations/platform.js';

/**
 * What becomes of a guest's shopping when the guest signs in or signs up: `mergeCarts(ctx, anonymousUserId, userId)`.
 * It has to run before the anonymous user is deleted. The cart in hand keeps its id; orders follow as well.
 */
export function createMergeCarts({ unitOfWork }: Pick<Platform, 'unitOfWork'>) {
  const carts = createCartsRepository();
  const restored = createRestoredCartsRepository();
  const orders = createOrderWriteRepository();
  const redemptions = createRedemptionsRepository();
  return (ctx: Context, anonymousUserId: string, userId: string): Promise<void> =>
    unitOfWork.run(ctx, async (tx) => {
      // A cart that was restored from one of the user's own has its items already.
      await carts.setAside(tx, await restored.takenIn(tx, anonymousUserId, userId));
      await carts.merge(tx, anonymousUserId, userId);
      await orders.adoptFromGuest(tx, anonymousUserId, userId);
      await redemptions.adopt(tx, userId);
    });
}
