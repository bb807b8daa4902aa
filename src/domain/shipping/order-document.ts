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
  status: DocumentStatus;
  error: string | null;
  createdAt: Date;
  expiresAt: Date | null;
}

/** A sub-order as somebody packs it. */
export interface PackedOrder {
  orderNumber: string;
  placedAt: Date;
  shippingAddress: Address;
  paymentMethod: string;
  vendorName: string;
  lines: PackedLine[];
}

export interface PackedLine {
  variantId: string;
  title: string;
  variantTitle: string | null;
  sku: string | null;
  quantity: number;
}

/** One line of a pick list: how many pieces of a variant, for which orders. */
export interface PickedLine extends PackedLine {
  orders: string[];
}

/** What to take from the shelf for all of the orders, each variant once, in the order of titles. */
export function pickLines(orders: readonly PackedOrder[]): PickedLine[] {
  const byVariant = new Map<string, PickedLine>();
  for (const { orderNumber, lines } of orders)
    for (const line of lines) {
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
