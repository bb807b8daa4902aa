import type { Tx } from '#db/kernel/unit-of-work.js';
import { createReturnsRepository } from '#db/returns/returns.repository.js';
import { createPickupsRepository, type NewPickup } from '#db/shipping/pickups.repository.js';
import { type Context, originOf } from '#domain/_shared/context.js';
import { PICKUP_TOPIC, type PickupResponse } from '#domain/shipping/pickup.js';
import { shippingEvents } from '#domain/shipping/shipping.events.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createReturnPickupMails } from '#operations/returns/return-pickup-mails.js';

/** The steps of a courier's visit, each in its caller's transaction. */
export const createPickupSteps = builtOnce((deps: OperationDeps) => {
  const { outbox, live } = deps;
  const pickups = createPickupsRepository();
  const returns = createReturnsRepository();
  const mails = createReturnPickupMails(deps);

  return {
    /**
     * Requests a visit. One that is open for the day, or for the return, is the same: it is asked for again where nobody
     * knows whether the carrier has it.
     * @returns its id, and whether the carrier is asked now
     */
    async claim(tx: Tx, ctx: Context, pickup: NewPickup): Promise<{ pickupId: string; asked: boolean }> {
      const { id, vendorId, returnId } = pickup;
      const isNew = await pickups.insert(tx, pickup);
      const open = isNew
        ? undefined
        : returnId
          ? await pickups.openOfReturn(tx, returnId)
          : await pickups.openOfDay(tx, pickup);
      const pickupId = open?.id ?? id;
      const requestedAt = isNew ? pickup.requestedAt : ctx.now;
      if (!isNew && !(await pickups.requestAgain(tx, pickupId, requestedAt)))
        return { pickupId, asked: false };
      outbox.append(
        tx,
        originOf(ctx),
        shippingEvents.pickupRequested,
        pickupId,
        { pickupId, vendorId, request: requestedAt.toISOString(), again: !isNew },
        { handOver: true },
      );
      return { pickupId, asked: true };
    },

    /** What became of it at the carrier. @param request which one was sent, as its event says; any where undefined */
    async settle(
      tx: Tx,
      ctx: Context,
      { pickupId, request }: { pickupId: string; request?: string },
      response: PickupResponse,
    ): Promise<void> {
      if (response.kind === 'settled' || !(await pickups.settle(tx, { id: pickupId, request }, response)))
        return;
      const pickup = await pickups.find(tx, { id: pickupId });
      const returned = pickup?.returnId ? await returns.find(tx, pickup.returnId) : undefined;
      if (pickup && returned && response.kind === 'confirmed')
        await mails(tx, ctx, 'return.pickup_booked', returned, pickup, ['buyer']);
      await live.publish(tx, PICKUP_TOPIC, pickupId);
    },
  };
});

export type PickupSteps = ReturnType<typeof createPickupSteps>;
