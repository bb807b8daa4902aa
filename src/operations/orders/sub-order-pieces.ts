import {
  type AvailabilityChange,
  releasePieces,
  releaseVariants,
  restockPieces,
  shipPieces,
} from '#db/inventory/reservations.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createSubOrdersRepository } from '#db/orders/sub-orders.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { inventoryEvents } from '#domain/inventory/inventory.events.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import type { LockedSubOrder } from './locked-sub-order.js';

/** Pieces of a line that are cancelled, or come back. */
export interface MovedPieces {
  lineId: string;
  variantId: string;
  quantity: number;
}

/** What happens to the stock of a sub-order. Each step is recorded once under its id, so that a repeat changes nothing. */
export const createSubOrderPieces = builtOnce(({ outbox }: Pick<OperationDeps, 'outbox'>) => {
  const subOrders = createSubOrdersRepository();

  function stockChanged(tx: Tx, ctx: Context, changes: AvailabilityChange[], reason: string): void {
    const entries = changes.map((change) => ({ entityId: change.variantId, payload: { ...change, reason } }));
    outbox.appendAll(tx, ctx, inventoryEvents.adjusted, entries);
  }

  return {
    /** Gives the reservation of a sub-order back. */
    async release(tx: Tx, ctx: Context, { order, subOrder }: LockedSubOrder): Promise<void> {
      if (!order.reservationId) return;
      const changes = await releaseVariants(tx, {
        reservationId: order.reservationId,
        stepId: subOrder.id,
        variantIds: await subOrders.variantIds(tx, subOrder.id),
        actor: ctx.actor,
      });
      stockChanged(tx, ctx, changes, 'released');
    },

    /** Puts everything that was sent of a sub-order and has not come back yet on hand again. */
    async putBack(tx: Tx, ctx: Context, subOrderId: string): Promise<void> {
      const pieces = await subOrders.takeSentPieces(tx, subOrderId);
      const step = { stepId: subOrderId, shippedBy: subOrderId, actor: ctx.actor };
      stockChanged(tx, ctx, await restockPieces(tx, pieces, step), 'restocked');
    },

    /** Cancels pieces of a pending sub-order: their reservation is given back under the id of the step. */
    async cancelPieces(
      tx: Tx,
      ctx: Context,
      { order }: LockedSubOrder,
      stepId: string,
      pieces: readonly MovedPieces[],
    ): Promise<void> {
      await subOrders.countPieces(tx, 'cancelled_quantity', pieces);
      if (!order.reservationId) return;
      const step = { reservationId: order.reservationId, stepId, actor: ctx.actor };
      stockChanged(tx, ctx, await releasePieces(tx, pieces, step), 'released');
    },

    /** Takes the pieces of a parcel out of the stock, under the id of the parcel. */
    async shipPieces(
      tx: Tx,
      ctx: Context,
      { order }: LockedSubOrder,
      stepId: string,
      pieces: readonly MovedPieces[],
    ): Promise<void> {
      if (!order.reservationId) return;
      await shipPieces(tx, pieces, { reservationId: order.reservationId, stepId, actor: ctx.actor });
    },

    /** Puts pieces back on hand that were sent, under the id of the step. */
    async restockSent(
      tx: Tx,
      ctx: Context,
      { subOrder }: LockedSubOrder,
      stepId: string,
      pieces: readonly MovedPieces[],
    ): Promise<void> {
      await subOrders.countPieces(tx, 'restocked_quantity', pieces);
      const step = { stepId, shippedBy: subOrder.id, actor: ctx.actor };
      stockChanged(tx, ctx, await restockPieces(tx, pieces, step), 'restocked');
    },
  };
});
