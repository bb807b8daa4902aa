import type { Address } from '#domain/_shared/address.js';

export const documentKinds = ['pick_list', 'packing_slip'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const documentStatuses = ['pending', 'ready', 'failed', 'expired'] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

/** Sub-orders of one document. */
export const MAX_DOCUMENT_ORDERS = 100;

/** Seven days, as exports: how long the file is kept. It has addresses of buyers. */
export const DOCUMENT_RETENTION_MS = 7 * 24 * 60 * 60 * 1_000;

/** Published when a document is printed or has failed. */
export const DOCUMENT_TOPIC = 'order-document';

export interface OrderDocument {
  id: string;
  vendorId: string;
  kind: DocumentKind;
  subOrderIds: string[];
  /** Packing slips of these parcels alone; empty for all of the sub-orders. */
  parcelIds: string[];
  status: DocumentStatus;
  error: string | null;
  createdAt: Date;
  expiresAt: Date | null;
}

/** A parcel as somebody packs it. */
export interface PackedParcel {
  id: string;
  number: number;
  courierCode: string | null;
  trackingCode: string | null;
  /** As the portal has issued it. */
  ewayBillNumber: string | null;
  pieces: { lineId: string; quantity: number }[];
}

/** A sub-order as somebody packs it. */
export interface PackedOrder {
  orderNumber: string;
  placedAt: Date;
  shippingAddress: Address;
  paymentMethod: string;
  vendorName: string;
  /** Where a parcel comes back to; null where the vendor has no address. */
  vendorAddress: Address | null;
  vendorPhone: string | null;
  lines: OrderedLine[];
  /** Those of a sub-order that is sent in several; empty otherwise. */
  parcels: PackedParcel[];
  /** The parcel of a sub-order that is sent at once; null while it is not sent. */
  onlyParcel: Omit<PackedParcel, 'pieces' | 'number' | 'id'> | null;
}

export interface PackedLine {
  variantId: string;
  title: string;
  variantTitle: string | null;
  sku: string | null;
  quantity: number;
}

/** A line of a sub-order: how many of its pieces were ordered, and how many are neither sent nor cancelled. */
export interface OrderedLine extends PackedLine {
  lineId: string;
  unsent: number;
}

/** What is in one box: a whole sub-order, one of its parcels, or what is in no parcel yet. */
export interface PackedBox {
  order: PackedOrder;
  parcel: PackedParcel | null;
  lines: PackedLine[];
}

function boxesOf(order: PackedOrder): PackedBox[] {
  if (order.parcels.length === 0) return [{ order, parcel: null, lines: order.lines }];
  const boxes = order.parcels.map((parcel) => ({
    order,
    parcel,
    lines: parcel.pieces.flatMap(({ lineId, quantity }) => {
      const line = order.lines.find((item) => item.lineId === lineId);
      return line ? [{ ...line, quantity }] : [];
    }),
  }));
  const rest = order.lines.filter(({ unsent }) => unsent > 0);
  const left = rest.map((line) => ({ ...line, quantity: line.unsent }));
  return left.length > 0 ? [...boxes, { order, parcel: null, lines: left }] : boxes;
}

/** A slip for each box. @param parcelIds the boxes of these parcels alone, where there are any */
export function packedBoxes(orders: readonly PackedOrder[], parcelIds: readonly string[]): PackedBox[] {
  const boxes = orders.flatMap(boxesOf);
  if (parcelIds.length === 0) return boxes;
  return boxes.filter(({ parcel }) => parcel !== null && parcelIds.includes(parcel.id));
}

/** One line of a pick list: how many pieces of a variant, for which orders. */
export interface PickedLine extends PackedLine {
  orders: string[];
}

/**
 * What to take from the shelf for all of the orders, each variant once, in the order of titles. Of a sub-order in several
 * parcels only what is still to be sent.
 */
export function pickLines(orders: readonly PackedOrder[]): PickedLine[] {
  const byVariant = new Map<string, PickedLine>();
  for (const { orderNumber, lines, parcels } of orders)
    for (const ordered of lines) {
      const line = parcels.length > 0 ? { ...ordered, quantity: ordered.unsent } : ordered;
      if (line.quantity === 0) continue;
      const picked = byVariant.get(line.variantId);
      if (!picked) byVariant.set(line.variantId, { ...line, orders: [orderNumber] });
      else {
        picked.quantity += line.quantity;
        if (!picked.orders.includes(orderNumber)) picked.orders.push(orderNumber);
      }
    }
  const name = ({ title, variantTitle }: PackedLine) => `${title} ${variantTitle ?? ''}`;
  return [...byVariant.values()].sort((left, right) => name(left).localeCompare(name(right), 'en'));
}

/** Files of documents, and nothing else, lie below this. */
export const DOCUMENTS_PREFIX = 'order-documents/';

export const documentKey = (documentId: string): string => `${DOCUMENTS_PREFIX}${documentId}.pdf`;
