import type { Repeatable } from '#domain/_shared/repeatable.js';
import { repeatSignal } from '#workflows/_shared/requests.js';
import { originOf } from '#domain/_shared/context.js';
import type { RecordedEvent } from '#domain/_shared/event.js';
import { ordersEvents } from '#domain/orders/orders.events.js';
import {
  type DocumentRequested,
  type PickupRequested,
  type ShipmentRequested,
  shippingEvents,
} from '#domain/shipping/shipping.events.js';
import {
  awbKnownSignal,
  bookPickup,
  createShipment,
  type OrderDocumentInput,
  type PickupInput,
  pickupRequestedSignal,
  printOrderDocument,
  type ShipmentInput,
  voidShipment,
} from '#workflows/shipping/shipping.contract.js';
import { drain, each, type Subscription } from './subscription.js';

type ShipmentPayload = Pick<ShipmentRequested, 'shipmentId' | 'orderId' | 'vendorId' | 'orderNumber'>;

function inputOf(event: RecordedEvent<ShipmentPayload & Repeatable>): ShipmentInput {
  const { shipmentId, orderId, vendorId, orderNumber, request } = event.payload;
  return {
    shipmentId,
    orderId,
    vendorId,
    orderNumber,
    ...(request !== undefined && { request }),
    origin: originOf(event),
  };
}

export const shippingSubscriptions: readonly Subscription[] = [
  each<ShipmentRequested, ShipmentInput>('shipping-create', [shippingEvents.requested], (event) => ({
    contract: createShipment,
    input: inputOf(event),
    ...repeatSignal(event.payload),
  })),
  each<ShipmentPayload, ShipmentInput>(
    'shipping-awb',
    [shippingEvents.awbAssigned, shippingEvents.labelRequested],
    (event) => ({
      contract: createShipment,
      input: inputOf(event),
      signal: { name: awbKnownSignal.name, args: [] },
    }),
  ),
  each<ShipmentPayload, ShipmentInput>('shipping-void', [shippingEvents.voidRequested], (event) => ({
    contract: voidShipment,
    input: inputOf(event),
  })),
  each<DocumentRequested, OrderDocumentInput>(
    'shipping-documents',
    [shippingEvents.documentRequested],
    (event) => ({
      contract: printOrderDocument,
      input: { ...event.payload, origin: originOf(event) },
    }),
  ),
  each<PickupRequested, PickupInput>('shipping-pickups', [shippingEvents.pickupRequested], (event) => {
    const { pickupId, vendorId, request } = event.payload;
    return {
      contract: bookPickup,
      input: { pickupId, vendorId, ...(request !== undefined && { request }), origin: originOf(event) },
      signal: { name: pickupRequestedSignal.name, args: [request] },
    };
  }),
  // Delivered is reported by a scan, or by its vendor.
  drain(
    'shipping-push',
    [shippingEvents.created, shippingEvents.parcelMoved, ordersEvents.subOrderDelivered],
    'core',
  ),
];
