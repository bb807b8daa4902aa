import { requireUser } from '#api/kernel/require.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { readOrder } from '#db/orders/order.query.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { type OrderedVariant, orderedVariants } from '#domain/carts/reorder.js';
import type { Platform } from '#operations/platform.js';
import { type CartToFill, createCartFiller, type FilledCart } from './fill-cart.js';

export interface ReorderInput extends Omit<CartToFill, 'userId'> {
  orderId: string;
}

type Deps = Pick<Platform, 'unitOfWork' | 'settings' | 'ports'>;

/** Adds what is still sold of an order to a cart of its buyer. */
export function createReorderService({ unitOfWork, ...deps }: Deps) {
  const fillCart = createCartFiller(deps);

  async function wantedOf(tx: Tx, orderId: string, userId: string): Promise<OrderedVariant[]> {
    const order = await readOrder(tx, { orderId, userId });
    if (!order) throw platformErrors.notFound({ entity: 'Order' });
    const lines = order.subOrders.flatMap((subOrder) => subOrder.lines);
    return orderedVariants(
      lines.sort((a, b) => a.position - b.position),
      order.discounts,
    );
  }

  return {
    /** @throws AppError NOT_FOUND for the order of another buyer, and what filling a cart throws */
    reorder: (ctx: Context, { orderId, ...cart }: ReorderInput): Promise<FilledCart> =>
      unitOfWork.run(ctx, async (tx) => {
        const userId = requireUser(ctx);
        return fillCart(tx, ctx, { userId, ...cart }, await wantedOf(tx, orderId, userId));
      }),
  };
}

export type ReorderService = ReturnType<typeof createReorderService>;
