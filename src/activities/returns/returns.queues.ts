import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import { systemContext } from '#domain/_shared/context.js';
import type { RecordedEvent } from '#domain/_shared/event.js';
import type { TrackingUpdated } from '#domain/shipping/shipping.events.js';
import type { Platform } from '#operations/platform.js';

/** Opens the returns of parcels that carriers bring back. */
export function createReturnsQueues({ unitOfWork, operations, clock }: Platform): FeatureActivities {
  return {
    drains: {
      'returns-to-origin': async (deliveries) => {
        for (const { event } of deliveries) {
          const { payload } = event as unknown as RecordedEvent<TrackingUpdated>;
          if (payload.normalizedStatus !== 'returned') continue;
          const ctx = systemContext({ requestId: event.requestId, name: 'returns' }, clock.now());
          await unitOfWork.run(ctx, (tx) =>
            operations.returnSteps.openOfCarrier(tx, ctx, payload.orderVendorId, payload.shipmentId),
          );
        }
        return deliveries.map(({ id }) => ({ id }));
      },
    },
  };
}
