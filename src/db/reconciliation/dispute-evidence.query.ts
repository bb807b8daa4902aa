import type { Reader } from '#db/kernel/unit-of-work.js';
import type { SerialParts } from '#domain/invoices/serial.js';

/** What speaks for a sale that a buyer disputes. Instants as the store's zone has nothing to do with them: UTC. */
export interface DisputeEvidence {
  order: {
    orderNumber: string;
    email: string;
    customerName: string;
    currency: string;
    grandTotal: number;
    placedAt: Date;
    paidAt: Date | null;
    shippingAddress: Record<string, unknown>;
  };
  invoices: (SerialParts & {
    id: string;
    vendorId: string;
    storageKey: string | null;
    requestedRev: number;
    issuedAt: Date;
  })[];
  lines: { title: string; quantity: number; total: number; vendorName: string }[];
  parcels: {
    providerId: string;
    awb: string | null;
    trackingUrl: string | null;
    status: string;
    trackingStatus: string;
    deliveredAt: Date | null;
  }[];
  scans: { awb: string | null; status: string; code: string; at: Date }[];
  mails: {
    template: string;
    recipient: string;
    state: string;
    deliveryStatus: string | null;
    sentAt: Date | null;
  }[];
  refunds: { amount: number; status: string; processedAt: Date | null }[];
}

/** Everything of an order that evidence is made of; undefined where the order is gone. */
export async function readDisputeEvidence(
  reader: Reader,
  orderId: string,
): Promise<DisputeEvidence | undefined> {
  const order = (await reader('orders')
    .where({ id: orderId })
    .first(
      'orderNumber',
      'email',
      'customerName',
      'currency',
      'grandTotal',
      'placedAt',
      'paidAt',
      'shippingAddress',
    )) as DisputeEvidence['order'] | undefined;
  if (!order) return undefined;
  const invoices = (await reader('invoices')
    .where({ orderId })
    .whereNotNull('sequence')
    .orderBy('id')
    .select(
      'id',
      'vendorId',
      'prefix',
      'financialYear',
      'sequence',
      'storageKey',
      'requestedRev',
      'issuedAt',
    )) as DisputeEvidence['invoices'];
  const lines = (await reader('orders_lines as l')
    .join('vendors as v', 'v.id', 'l.vendorId')
    .where('l.orderId', orderId)
    .orderBy('l.position')
    .select('l.title', 'l.quantity', 'l.total', 'v.displayName as vendorName')) as DisputeEvidence['lines'];
  const parcels = (await reader('shipping_shipments as s')
    .join('orders_sub_orders as p', 'p.id', 's.subOrderId')
    .where('s.orderId', orderId)
    .whereNot('s.status', 'failed')
    .orderBy('s.id')
    .select(
      's.providerId',
      's.awb',
      's.trackingUrl',
      's.status',
      's.trackingStatus',
      'p.deliveredAt',
    )) as DisputeEvidence['parcels'];
  const scans = (await reader('shipping_events as e')
    .join('shipping_shipments as s', 's.id', 'e.shipmentId')
    .where('s.orderId', orderId)
    .orderByRaw('coalesce(e.occurred_at, e.received_at), e.id')
    .select(
      's.awb',
      'e.normalizedStatus as status',
      'e.statusCode as code',
      reader.raw('coalesce(e.occurred_at, e.received_at) as at'),
    )) as DisputeEvidence['scans'];
  const mails = (await reader('mail_messages')
    .where({ orderId })
    .orderBy('id')
    .select('template', 'recipient', 'state', 'deliveryStatus', 'sentAt')) as DisputeEvidence['mails'];
  const refunds = (await reader('payments_refunds')
    .where({ orderId })
    .orderBy('id')
    .select('amount', 'status', 'processedAt')) as DisputeEvidence['refunds'];
  return { order, invoices, lines, parcels, scans, mails, refunds };
}
