import type { Repeatable } from '#domain/_shared/repeatable.js';
import { defineEvent } from '#domain/_shared/event.js';
import type { NormalizedStatus } from './carrier-status.js';
import type { DocumentKind } from './order-document.js';
import type { NotificationKind } from './parcel-notification.js';

export interface ShipmentRequested extends Repeatable {
  shipmentId: string;
  orderId: string;
  orderVendorId: string;
  vendorId: string;
  orderNumber: string;
}

export interface DocumentRequested {
  documentId: string;
  vendorId: string;
  kind: DocumentKind;
}

export interface PickupRequested extends Repeatable {
  pickupId: string;
  vendorId: string;
}

export interface EwayBillSaved {
  orderVendorId: string;
  vendorId: string;
  /** Null for what is in no parcel of several. */
  shipmentId: string | null;
  /** Null until the portal has issued it. */
  ewayBillNumber: string | null;
}

export interface ShipmentCreated {
  orderId: string;
  orderVendorId: string;
  vendorId: string;
  providerId: string;
  method: string;
  trackingCode: string | null;
  awb: string | null;
  occurredAt: string;
  /** The parcel, where the sub-order is sent in several. */
  shipmentId?: string;
}

export interface TrackingUpdated {
  orderVendorId: string;
  providerId: string;
  normalizedStatus: NormalizedStatus;
  statusCode: string;
  /** The parcel, where the sub-order is sent in several. */
  shipmentId?: string;
}

export interface ParcelMoved {
  shipmentId: string;
  orderVendorId: string;
  kind: NotificationKind;
}

/** Events of shipments; the entity is the sub-order, so that those of one sub-order keep their order. */
export const shippingEvents = {
  requested: defineEvent<ShipmentRequested>(
    'shipping.shipment.requested',
    'shipment',
    'A shipment was claimed and is to be created at the carrier',
  ),
  created: defineEvent<ShipmentCreated>(
    'shipping.shipment.created',
    'subOrder',
    'A sub-order was fulfilled with a provider assigned',
  ),
  cancelled: defineEvent<{ orderVendorId: string; providerId: string; reason: string }>(
    'shipping.shipment.cancelled',
    'subOrder',
    'A sub-order was cancelled while a provider was attached',
  ),
  voidRequested: defineEvent<Pick<ShipmentRequested, 'shipmentId' | 'orderId' | 'vendorId' | 'orderNumber'>>(
    'shipping.shipment.void_requested',
    'shipment',
    'A shipment is to be cancelled at the carrier',
  ),
  awbAssigned: defineEvent<Pick<ShipmentRequested, 'shipmentId' | 'orderId' | 'vendorId' | 'orderNumber'>>(
    'shipping.shipment.awb_assigned',
    'shipment',
    'A shipment got its AWB or its label from a webhook',
  ),
  labelRequested: defineEvent<Pick<ShipmentRequested, 'shipmentId' | 'orderId' | 'vendorId' | 'orderNumber'>>(
    'shipping.shipment.label_requested',
    'shipment',
    'The label of a shipment is to be fetched again',
  ),
  pickupRequested: defineEvent<PickupRequested>(
    'shipping.pickup.requested',
    'pickup',
    'A courier is to come for parcels, or for what a buyer returns',
  ),
  documentRequested: defineEvent<DocumentRequested>(
    'shipping.document.requested',
    'orderDocument',
    'A vendor requested a pick list or packing slips',
  ),
  ewayBillSaved: defineEvent<EwayBillSaved>(
    'shipping.eway_bill.saved',
    'subOrder',
    'The transport details of an e-way bill were saved',
  ),
  trackingUpdated: defineEvent<TrackingUpdated>(
    'shipping.tracking.updated',
    'subOrder',
    'A tracking event of a sub-order was recorded',
  ),
  parcelMoved: defineEvent<ParcelMoved>(
    'shipping.shipment.moved',
    'subOrder',
    'A parcel came to a status that its buyer is notified of',
  ),
  stuck: defineEvent<{ shipmentId: string; orderVendorId: string; vendorId: string; hours: number }>(
    'shipping.shipment.stuck',
    'subOrder',
    'A shipment is without AWB for longer than shipping.awb_alert_hours',
  ),
};
