import { DateTime } from 'luxon';
import {
  type DocumentKind,
  packedBoxes,
  type PackedBox,
  type PackedOrder,
  pickLines,
} from '#domain/shipping/order-document.js';
import { courierTitle } from '#domain/shipping/couriers.js';

interface Options {
  /** Slips of these parcels alone, where there are any. */
  parcelIds: readonly string[];
  timeZone: string;
  now: Date;
}

/** What the template of pick lists and packing slips prints. */
export function orderDocumentView(
  kind: DocumentKind,
  orders: readonly PackedOrder[],
  { parcelIds, timeZone, now }: Options,
) {
  const day = (instant: Date) =>
    DateTime.fromJSDate(new Date(instant), { zone: timeZone }).setLocale('en-IN').toFormat('d LLL yyyy');
  const lines = kind === 'pick_list' ? pickLines(orders) : [];
  return {
    documentTitle: kind === 'pick_list' ? 'Pick list' : 'Packing slips',
    isPickList: kind === 'pick_list',
    vendorName: orders[0]?.vendorName ?? '',
    printed: DateTime.fromJSDate(now, { zone: timeZone }).toFormat('d LLL yyyy, HH:mm'),
    orderCount: orders.length,
    pieceCount: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    lines: lines.map(({ orders: numbers, ...line }) => ({ ...text(line), orders: numbers.join(', ') })),
    slips: kind === 'pick_list' ? [] : packedBoxes(orders, parcelIds).map((box) => slipOf(box, day(box.order.placedAt))), // prettier-ignore
  };
}

function slipOf({ order, parcel, lines }: PackedBox, placed: string) {
  const { shippingAddress: to } = order;
  const inParcels = order.parcels.length > 0;
  return {
    orderNumber: order.orderNumber,
    parcel: parcel ? `Parcel ${parcel.number}` : inParcels ? 'In no parcel yet' : '',
    carrier: [parcel?.courierCode && courierTitle(parcel.courierCode), parcel?.trackingCode].filter(Boolean).join(', '), // prettier-ignore
    placed,
    isCash: order.paymentMethod === 'cod',
    address: [to.name, to.line1, to.line2 ?? '', `${to.city} ${to.postalCode}`, to.country].filter(Boolean),
    phone: to.phone,
    lines: lines.map(text),
    pieceCount: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  };
}

const text = (line: {
  title: string;
  variantTitle: string | null;
  sku: string | null;
  quantity: number;
}) => ({
  title: line.title,
  variantTitle: line.variantTitle ?? '',
  sku: line.sku ?? '',
  quantity: line.quantity,
});
