import { DateTime } from 'luxon';
import { type DocumentKind, type PackedOrder, pickLines } from '#domain/shipping/order-document.js';

interface Options {
  timeZone: string;
  now: Date;
}

/** What the template of pick lists and packing slips prints. */
export function orderDocumentView(
  kind: DocumentKind,
  orders: readonly PackedOrder[],
  { timeZone, now }: Options,
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
    slips: kind === 'pick_list' ? [] : orders.map((order) => slipOf(order, day(order.placedAt))),
  };
}

function slipOf(order: PackedOrder, placed: string) {
  const { shippingAddress: to } = order;
  return {
    orderNumber: order.orderNumber,
    placed,
    isCash: order.paymentMethod === 'cod',
    address: [to.name, to.line1, to.line2 ?? '', `${to.city} ${to.postalCode}`, to.country].filter(Boolean),
    phone: to.phone,
    lines: order.lines.map(text),
    pieceCount: order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
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
