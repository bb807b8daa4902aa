import { DateTime } from 'luxon';
import { printAddress, printPhone } from '#domain/invoices/invoice-parties.js';
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
    orderCount: counted(orders.length, 'order'),
    pieceCount: piecesOf(lines),
    lines: lines.map(({ orders: numbers, ...line }) => ({ ...text(line), orders: numbers.join(', ') })),
    slips:
      kind === 'pick_list'
        ? []
        : packedBoxes(orders, parcelIds).map((box) => slipOf(box, day(box.order.placedAt))),
  };
}

function slipOf({ order, parcel, lines }: PackedBox, placed: string) {
  const { shippingAddress: to, vendorAddress: from, vendorName, vendorPhone } = order;
  const sent = parcel ?? order.onlyParcel;
  const name = nameOf(order, parcel);
  return {
    orderNumber: order.orderNumber,
    parcel: name,
    heading: [order.orderNumber, name].filter(Boolean).join(', '),
    courier: sent?.courierCode ? courierTitle(sent.courierCode) : '',
    trackingCode: sent?.trackingCode ?? '',
    ewayBill: (sent?.ewayBillNumber ?? '').replace(/(\d{4})(?=\d)/g, '$1 '),
    placed,
    isCash: order.paymentMethod === 'cod',
    to: { name: to.name, lines: printAddress(to), phone: printPhone(to.phone) },
    from: {
      name: vendorName,
      lines: from ? printAddress(from) : [],
      phone: printPhone(vendorPhone ?? from?.phone ?? ''),
    },
    lines: lines.map(text),
    pieceCount: piecesOf(lines),
  };
}

/** How many parcels there are is known once no piece is left to send. */
function nameOf({ parcels, lines }: PackedOrder, parcel: PackedBox['parcel']): string {
  if (parcels.length === 0) return '';
  if (!parcel) return 'In no parcel yet';
  const isComplete = lines.every(({ unsent }) => unsent === 0);
  return isComplete ? `Parcel ${parcel.number} of ${parcels.length}` : `Parcel ${parcel.number}`;
}

const piecesOf = (lines: readonly { quantity: number }[]) =>
  counted(
    lines.reduce((sum, { quantity }) => sum + quantity, 0),
    'piece',
  );

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

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
