import { requestedSignal } from '#workflows/_shared/requests.js';
import { defineQuery, defineSignal } from '@temporalio/workflow';
import type { Origin } from '#domain/_shared/context.js';
import { contract, entityIds } from '#lib/workflow/contract.js';

export interface ShipmentInput {
  shipmentId: string;
  orderId: string;
  vendorId: string;
  orderNumber: string;
  /** Which request of the row it is for. */
  request?: string;
  origin: Origin;
}

/** An AWB or a label came by a webhook, or a person asks for the label; carries nothing, the row has it. */
export const awbKnownSignal = defineSignal('awbKnown');
/** What the run does right now; where it waits, since when and until when. */
export const shipmentStepQuery = defineQuery<string>('step');

/**
 * Creates the shipment of a claimed row at the carrier, started by the event of the claim. Waits for the carrier's
 * response, where that comes without AWB up to seven days for a webhook or its own polling, and then as long for the
 * label. Idempotent: the
 * reference is the carrier's key, every try but a first one asks by it before it posts, and the row is settled by
 * conditional updates.
 */
export const createShipment = contract<ShipmentInput>()({
  name: 'createShipment',
  ...entityIds<ShipmentInput>('shipping-create', (input) => input.shipmentId),
  onRunning: 'join',
  // After an outage the same shipment is claimed again.
  onClosed: 'again',
  searchAttributes: ({ orderId, orderNumber, vendorId }) => ({ orderId, orderNumber, vendorId }),
  summary: ({ orderNumber }) => `Shipment of order ${orderNumber}`,
  signals: { awbKnown: awbKnownSignal, requested: requestedSignal },
  queries: { step: shipmentStepQuery },
});

/**
 * Cancels a shipment at the carrier, started by the event of the cancelled sub-order. Waits for an AWB that is still to
 * come and retries for a day. "Already cancelled" is success, a refusal is recorded on the row.
 */
export const voidShipment = contract<ShipmentInput>()({
  name: 'voidShipment',
  ...entityIds<ShipmentInput>('shipping-void', (input) => input.shipmentId),
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: ({ orderId, orderNumber, vendorId }) => ({ orderId, orderNumber, vendorId }),
  summary: ({ orderNumber }) => `Void the shipment of order ${orderNumber}`,
});

export interface OrderDocumentInput {
  documentId: string;
  vendorId: string;
  /** For operators who look at the run. */
  kind: string;
  origin: Origin;
}

/**
 * Prints one pick list or the packing slips of some sub-orders, started by the event of the request. Waits for nothing
 * but the printing. Idempotent: the file has one key, and a row that has ended is left as it is. A run that is cancelled
 * leaves the document as failed.
 */
export const printOrderDocument = contract<OrderDocumentInput>()({
  name: 'printOrderDocument',
  ...entityIds<OrderDocumentInput>('shipping-document', (input) => input.documentId),
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: ({ vendorId }) => ({ vendorId }),
  summary: ({ kind }) => (kind === 'pick_list' ? 'Print a pick list' : 'Print packing slips'),
});

export interface PickupInput {
  pickupId: string;
  vendorId: string;
  /** Which request of the row it is for. */
  request?: string;
  origin: Origin;
}

/**
 * Requests the visit of a courier, at the seller or at a buyer who returns something, started by the event of the request.
 * Waits for the carrier alone. Idempotent: a return is asked for by its reference before it is booked again, carriers know a
 * visit by its day, and the row is settled by a conditional update. A run that is cancelled leaves the pickup as unclear.
 */
export const pickupRequestedSignal = defineSignal<[request?: string]>('pickupRequested');
export const bookPickup = contract<PickupInput>()({
  name: 'bookPickup',
  ...entityIds<PickupInput>('shipping-pickup', (input) => input.pickupId),
  onRunning: 'join',
  // After an outage the same pickup is requested again.
  onClosed: 'again',
  searchAttributes: ({ vendorId }) => ({ vendorId }),
  summary: () => 'Request a pickup',
  signals: { pickupRequested: pickupRequestedSignal },
});

export interface PollTrackingInput {
  /** As many parcels at most in one run. */
  limit: number;
}

export interface PolledTracking {
  asked: number;
  /** Scans that no webhook had brought. */
  found: number;
  /** Parcels whose carrier gave no usable response. */
  unanswered: number;
}

/**
 * Asks carriers about parcels without a scan for `shipping.poll_after_hours`, five of one account and courier a call;
 * what it finds goes the way of webhooks. Started by its schedule; a scan that is known is found again and changes
 * nothing.
 */
export const pollTracking = contract<PollTrackingInput, PolledTracking>()({
  name: 'pollTracking',
  id: () => 'shipping-poll-tracking',
  parseId: () => null,
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: () => ({}),
  summary: () => 'Ask carriers about silent parcels',
});
