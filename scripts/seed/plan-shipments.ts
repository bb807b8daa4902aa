import { CANCELLED_BY_BUYER, type SubOrder } from '#domain/orders/order.js';
import type { NormalizedStatus } from '#domain/shipping/carrier-status.js';
import { labelKeyOf, type Shipment } from '#domain/shipping/shipment.js';
import { type Calendar, minutesAfter } from './calendar.js';
import { createDraw, createIds, type Draw } from './draw.js';
import type { PlannedOrder } from './order-diary.js';
import type { PlannedVendor } from './plan-vendors.js';

/** The account at the carrier's sandbox that the platform lends. */
export const DEMO_COURIER = { code: 'delhivery', cpId: 4, accountCode: 'DELHIVERY_SURFACE' };
/** Older deliveries have no shipment: they are of the time before parcels were recorded. */
const SHIPPED_DAYS = 21;
const HOUR = 60;

export interface PlannedScan {
  id: string;
  code: string;
  status: NormalizedStatus;
  at: Date;
}

export interface PlannedShipment extends Omit<Shipment, 'reference' | 'trackingStatus' | 'lastScanAt'> {
  orderNumber: string;
  scans: PlannedScan[];
  /** Its flow goes on: it is sent to the carrier. */
  waiting: boolean;
}

interface Sent {
  order: PlannedOrder;
  subOrder: SubOrder;
  fulfilledAt: Date;
  deliveredAt: Date | undefined;
}

const road: readonly [code: string, status: NormalizedStatus][] = [
  ['OM', 'pending'],
  ['OS', 'in_transit'],
  ['OT', 'in_transit'],
  ['OO', 'out_for_delivery'],
];
/** How far parcels that have not arrived have come, one after the other. */
const onTheWay: readonly (typeof road)[] = [
  [],
  [],
  road.slice(0, 3),
  road,
  [...road, ['OND', 'failed']],
  [...road, ['OND', 'failed'], ['RTO', 'returned']],
];

/** Parcels of the last weeks with their scans: in every state, each as its sub-order has it. */
export function planShipments(
  seed: number,
  calendar: Calendar,
  { vendors, orders }: { vendors: readonly PlannedVendor[]; orders: readonly PlannedOrder[] },
): PlannedShipment[] {
  const draw = createDraw(seed, 'shipments');
  const newId = createIds(seed, 'shipments');
  const newScanId = createIds(seed, 'scans');
  const ownerOf = new Map(vendors.map(({ vendor, owner }) => [vendor.id, owner.userId]));

  function shipment(order: PlannedOrder, subOrder: SubOrder, requestedAt: Date): PlannedShipment {
    const lines = order.written.lines.filter(({ subOrderId }) => subOrderId === subOrder.id);
    return {
      id: newId(),
      orderId: subOrder.orderId,
      subOrderId: subOrder.id,
      vendorId: subOrder.vendorId,
      attempt: 1,
      parcel: 1,
      counted: false,
      value: null,
      orderNumber: order.written.order.orderNumber,
      lines: lines.map(({ id, quantity }) => ({ lineId: id, quantity })),
      providerId: 'carrier',
      method: 'courier',
      credentialSource: 'platform',
      courierCode: DEMO_COURIER.code,
      cpId: DEMO_COURIER.cpId,
      accountCode: DEMO_COURIER.accountCode,
      status: 'created',
      awb: null,
      trackingCode: null,
      trackingUrl: null,
      labelUrl: null,
      labelKey: null,
      error: null,
      errorKind: null,
      voidStatus: null,
      voidError: null,
      expectedOn: null,
      invoiceNumber: null,
      attention: null,
      attentionNote: null,
      attentionAt: null,
      foreignAwb: null,
      labelSince: null,
      labelError: null,
      actor: { type: 'user', id: ownerOf.get(subOrder.vendorId) ?? 'unknown' },
      requestedAt,
      sentAt: requestedAt,
      createdAt: requestedAt,
      scans: [],
      waiting: false,
    };
  }

  const scansOf = (steps: typeof road, from: Date, until: Date): PlannedScan[] => {
    const gap = (until.getTime() - from.getTime()) / 60_000 / steps.length;
    return steps.map(([code, status], index) => ({
      id: newScanId(),
      code,
      status,
      at: minutesAfter(from, gap * (index + 1)),
    }));
  };

  function sentShipment({ order, subOrder, fulfilledAt, deliveredAt }: Sent, index: number): PlannedShipment {
    const planned = shipment(order, subOrder, fulfilledAt);
    if (deliveredAt) {
      // What vendors bring themselves was paid online: cash would be in their hands.
      if (order.payment.providerId !== 'cod' && draw.percent(20)) return byVendor(planned, draw);
      const steps: typeof road = [...road, ['OD', 'delivered']];
      return { ...planned, ...numbered(draw), scans: scansOf(steps, fulfilledAt, deliveredAt) };
    }
    const steps = onTheWay[index % onTheWay.length] ?? [];
    return {
      ...planned,
      ...numbered(draw),
      labelKey: labelKeyOf(planned),
      scans: scansOf(steps, fulfilledAt, minutesAfter(fulfilledAt, 20 * HOUR)),
    };
  }

  const sent = sentSubOrders(calendar, orders);
  const moving = sent.filter(({ deliveredAt }) => !deliveredAt);
  const arrived = sent.filter(({ deliveredAt }) => deliveredAt);
  return [
    ...[...moving, ...arrived].map(sentShipment),
    ...unsentShipments(calendar, orders, shipment),
    ...cancelledShipments(orders, (order, subOrder, at) => ({
      ...shipment(order, subOrder, at),
      ...numbered(draw),
    })),
  ];
}

/** Latest orders first. */
function sentSubOrders(calendar: Calendar, orders: readonly PlannedOrder[]): Sent[] {
  const since = calendar.daysAgo(SHIPPED_DAYS, 0);
  return [...orders]
    .reverse()
    .flatMap((order) =>
      (order.written.subOrders as (SubOrder & { fulfilledAt?: Date; deliveredAt?: Date })[]).flatMap(
        (subOrder) =>
          subOrder.fulfilledAt && order.written.order.placedAt > since
            ? [{ order, subOrder, fulfilledAt: subOrder.fulfilledAt, deliveredAt: subOrder.deliveredAt }]
            : [],
      ),
    );
}

function numbered(draw: Draw): Pick<Shipment, 'awb' | 'trackingCode'> {
  const awb = String(draw.whole(100_000_000_000, 999_999_999_999));
  return { awb, trackingCode: awb };
}

function byVendor(planned: PlannedShipment, draw: Draw): PlannedShipment {
  const none = { credentialSource: null, courierCode: null, cpId: null, accountCode: null, sentAt: null };
  const trackingCode = `VAN-${draw.whole(1_000, 9_999)}`;
  return { ...planned, ...none, providerId: 'self-handled', method: 'self', trackingCode };
}

type NewShipmentOf = (order: PlannedOrder, subOrder: SubOrder, at: Date) => PlannedShipment;

/**
 * A refusal, an outage and a parcel that has just been requested, of sub-orders that still wait to be sent. The platform sends
 * the last one when it runs.
 */
function unsentShipments(
  calendar: Calendar,
  orders: readonly PlannedOrder[],
  shipment: NewShipmentOf,
): PlannedShipment[] {
  const today = calendar.daysAgo(0, 0);
  const waiting = orders.filter(
    ({ written: { order } }) =>
      order.status === 'confirmed' && minutesAfter(order.placedAt, 2 * HOUR) < today,
  );
  const ends = [
    { errorKind: 'refused' as const, error: 'Pincode not serviceable for this courier' },
    { errorKind: 'unreachable' as const, error: 'The carrier could not be reached' },
  ];
  const unsent = (
    index: number,
    rest: (placedAt: Date) => Partial<PlannedShipment> & { requestedAt: Date },
  ) => {
    const order = waiting.at(-1 - index);
    const [subOrder] = order?.written.subOrders ?? [];
    if (!order || !subOrder) return [];
    const { requestedAt, ...more } = rest(order.written.order.placedAt);
    return [{ ...shipment(order, subOrder, requestedAt), createdAt: null, ...more }];
  };
  return [
    ...ends.flatMap((end, index) =>
      unsent(index, (placedAt) => ({ ...end, status: 'failed', requestedAt: minutesAfter(placedAt, HOUR) })),
    ),
    ...unsent(ends.length, () => ({
      status: 'creating',
      requestedAt: calendar.now,
      sentAt: null,
      waiting: true,
    })),
  ];
}

/** A parcel that was voided, because its buyer cancelled before it was picked up. */
function cancelledShipments(orders: readonly PlannedOrder[], shipment: NewShipmentOf): PlannedShipment[] {
  const order = orders.findLast(({ written }) => written.order.cancelReason === CANCELLED_BY_BUYER);
  const [subOrder] = order?.written.subOrders ?? [];
  if (!order || !subOrder) return [];
  const at = minutesAfter(order.written.order.confirmedAt ?? order.written.order.placedAt, 5);
  return [{ ...shipment(order, subOrder, at), status: 'cancelled', voidStatus: 'voided' }];
}
