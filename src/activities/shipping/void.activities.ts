import { cancellationSignal } from '@temporalio/activity';
import { createShipmentsRepository } from '#db/shipping/shipments.repository.js';
import { type Origin, systemContext } from '#domain/_shared/context.js';
import type { Platform } from '#operations/platform.js';
import { carrierFor } from '#operations/shipping/carrier-for.js';

export type VoidResponse = { kind: 'voided' } | { kind: 'refused'; reason: string };

interface ById {
  shipmentId: string;
  origin: Origin;
}

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'operations' | 'settings' | 'clock' | 'config' | 'ports'>;

export function createVoidActivities(deps: Deps) {
  const { knex, unitOfWork, clock } = deps;
  const shipments = createShipmentsRepository();

  return {
    /** Cancels it at the carrier. @throws for an AWB that is still to come, and whatever may go well at another try */
    async sendVoid({ shipmentId }: ById): Promise<VoidResponse> {
      const shipment = await shipments.find(knex, shipmentId);
      if (shipment?.voidStatus !== 'requested') return { kind: 'voided' };
      const { client } = await carrierFor(deps, shipment);
      const signal = cancellationSignal();
      let { awb } = shipment;
      if (!awb) {
        const known = await client.findOrder(shipment.reference, signal);
        // The carrier never had it: there is nothing to cancel.
        if (!known) return { kind: 'voided' };
        if (known.kind !== 'created') throw new Error('The shipment has no AWB yet');
        awb = known.awb;
      }
      const outcome = await client.cancelOrder({ ...shipment, awb }, signal);
      if (outcome.kind === 'pending') throw new Error('The carrier has not cancelled the shipment yet');
      return outcome;
    },

    async settleVoid({ shipmentId, origin, response }: ById & { response: VoidResponse }): Promise<void> {
      const ctx = systemContext(origin, clock.now());
      await unitOfWork.run(ctx, (tx) =>
        deps.operations.shipmentSteps.settleVoid(tx, ctx, shipmentId, {
          status: response.kind,
          error: response.kind === 'refused' ? response.reason : null,
        }),
      );
    },
  };
}

export type VoidActivities = ReturnType<typeof createVoidActivities>;
