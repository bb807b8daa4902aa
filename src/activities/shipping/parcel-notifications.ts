import type { DrainHandler } from '#activities/events/events.activities.js';
import {
  createParcelNotificationsRepository,
  type ParcelChange,
  type ParcelNotificationRow,
} from '#db/shipping/parcel-notifications.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import type { RecordedEvent } from '#domain/_shared/event.js';
import { courierTitle } from '#domain/shipping/couriers.js';
import { parcelNotification } from '#domain/shipping/parcel-notification.js';
import { type ParcelMoved, shippingEvents } from '#domain/shipping/shipping.events.js';
import type { PushNotification, PushSender } from '#integrations/push/push-sender.js';
import type { Platform } from '#operations/platform.js';

/**
 * Notifies buyers of their parcels. A notification is claimed before it is sent, so that a batch that comes twice notifies
 * nobody twice; one whose sending fails is logged and not repeated, because the mail says the same.
 */
export function createParcelNotificationsHandler(
  { unitOfWork, clock, logger }: Pick<Platform, 'unitOfWork' | 'clock' | 'logger'>,
  push: PushSender,
): DrainHandler {
  const notifications = createParcelNotificationsRepository();

  return async (deliveries, { signal }) => {
    const ctx = systemContext({ name: 'shipping-push' }, clock.now());
    const changes = deliveries.map(({ event }) => changeOf(event));
    const claimed = await unitOfWork.run(ctx, (tx) => notifications.claim(tx, changes));
    for (const row of claimed) {
      try {
        await push.send(notificationOf(row), signal);
      } catch (error) {
        const { subOrderId, kind } = row;
        logger.warn({ err: error, subOrderId, kind }, 'push notification not sent');
      }
    }
    return deliveries.map(({ id }) => ({ id }));
  };
}

function changeOf({ type, payload }: RecordedEvent): ParcelChange {
  const {
    orderVendorId: subOrderId,
    shipmentId = null,
    kind,
  } = payload as Partial<ParcelMoved> & { orderVendorId: string };
  return {
    subOrderId,
    shipmentId,
    kind: kind ?? (type === shippingEvents.created.type ? 'shipped' : 'delivered'),
  };
}

function notificationOf({ kind, ...row }: ParcelNotificationRow): PushNotification {
  const { orderId, orderNumber, subOrderId, userId, courierCode, vendorName } = row;
  const carrier = courierCode ? courierTitle(courierCode) : vendorName;
  return {
    userId,
    ...parcelNotification(kind, { orderNumber, carrier }),
    data: { kind, orderId, orderVendorId: subOrderId },
  };
}
