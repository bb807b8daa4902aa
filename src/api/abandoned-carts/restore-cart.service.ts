import { createCartCouponsService } from '#api/carts/cart-coupons.service.js';
import { type CartRequest, createCartsService } from '#api/carts/carts.service.js';
import { newCartOf } from '#api/carts/new-cart.js';
import type { QuotedCart } from '#api/carts/quoted-cart.js';
import { requireUser } from '#api/kernel/require.js';
import {
  createRestoredCartsRepository,
  type RemindedCart,
} from '#db/abandoned-carts/restored-carts.repository.js';
import { createCartsRepository } from '#db/carts/carts.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { AppError } from '#domain/_shared/app-error.js';
import type { Context } from '#domain/_shared/context.js';
import { abandonedCartsErrors } from '#domain/abandoned-carts/abandoned-carts.errors.js';
import { readRestoreToken } from '#operations/abandoned-carts/restore-token.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'settings' | 'ports' | 'keyring'>;

/**
 * Restores the cart of a reminder. Its buyer gets the cart itself; on a device where somebody else or nobody is signed in its
 * items are added to the cart in hand. The buyer's address and other coupons stay with the buyer.
 */
export function createRestoreCartService(deps: Deps) {
  const { unitOfWork, audit, keyring } = deps;
  const cartsService = createCartsService(deps);
  const coupons = createCartCouponsService(deps);
  const carts = createCartsRepository();
  const restored = createRestoredCartsRepository();

  async function ownCart(tx: Tx, { cartId, userId, status, hasItems }: RemindedCart): Promise<string> {
    if (status === 'open' && hasItems) return cartId;
    const current = status === 'merged' ? await carts.findCurrent(tx, userId) : undefined;
    if (current === undefined) throw abandonedCartsErrors.nothingLeft();
    return current;
  }

  /** Adds the items to the cart in hand, once however often the link is opened. */
  async function takeIn(
    tx: Tx,
    ctx: Context,
    userId: string,
    reminded: RemindedCart,
  ): Promise<{ cartId: string; isNew: boolean }> {
    if (reminded.status !== 'open' || !reminded.hasItems || reminded.orderedElsewhere)
      throw abandonedCartsErrors.nothingLeft();
    // Two devices of one guest open the link at once: the second finds the cart of the first.
    await carts.lockBuyer(tx, userId);
    const current = await carts.findCurrent(tx, userId);
    const cartId = current ?? (await carts.insert(tx, newCartOf(ctx, userId))).id;
    await carts.lockToChange(tx, cartId, userId);
    const { seriesId, cartId: from } = reminded;
    const isNew = await restored.record(tx, { seriesId, cartId, from, at: ctx.now });
    if (isNew) await carts.takeIn(tx, cartId, from);
    return { cartId, isNew };
  }

  /** The coupon of the reminder, where it applies; a cart is restored without it too. */
  async function addCoupon(ctx: Context, { cartId, platform }: CartRequest, code: string): Promise<void> {
    try {
      await coupons.add(ctx, cartId, code, platform);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
    }
  }

  return {
    /** @throws AppError NOT_FOUND for a link that is not valid, CONFLICT when nothing is left of the cart */
    async restore(ctx: Context, token: string, platform: CartRequest['platform']): Promise<QuotedCart> {
      const userId = requireUser(ctx);
      const reminderId = readRestoreToken(token, ctx.now, keyring);
      if (reminderId === undefined) throw abandonedCartsErrors.linkInvalid();
      const { cartId, couponCode } = await unitOfWork.run(ctx, async (tx) => {
        const reminded = await restored.findReminded(tx, reminderId);
        if (!reminded) throw abandonedCartsErrors.linkInvalid();
        const isFirst = await restored.markOpened(tx, reminderId, ctx.now);
        const { couponCode, cartId: fromCartId } = reminded;
        const { cartId, isNew } =
          reminded.userId === userId
            ? { cartId: await ownCart(tx, reminded), isNew: isFirst }
            : await takeIn(tx, ctx, userId, reminded);
        // A link that is opened once more changes nothing.
        if (isNew) {
          const after = { reminderId, fromCartId };
          await audit.record(tx, ctx, [{ entity: 'cart', entityId: cartId, action: 'restore', after }]);
        }
        return { couponCode, cartId };
      });
      if (couponCode !== null) await addCoupon(ctx, { cartId, platform }, couponCode);
      return cartsService.get(ctx, { cartId, platform });
    },
  };
}
