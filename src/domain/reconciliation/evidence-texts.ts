import { formatMoney } from '#domain/mail/template-variables.js';
import type { Dispute } from './dispute.js';

interface EvidenceOrder {
  orderNumber: string;
  email: string;
  customerName: string;
  currency: string;
  grandTotal: number;
  placedAt: Date;
  paidAt: Date | null;
  shippingAddress: Record<string, unknown>;
}

interface EvidenceDetails {
  order: EvidenceOrder;
  lines: readonly { title: string; quantity: number; total: number; vendorName: string }[];
  parcels: readonly {
    providerId: string;
    awb: string | null;
    trackingUrl: string | null;
    trackingStatus: string;
    deliveredAt: Date | null;
  }[];
  scans: readonly { awb: string | null; status: string; code: string; at: Date }[];
  mails: readonly {
    template: string;
    recipient: string;
    state: string;
    deliveryStatus: string | null;
    sentAt: Date | null;
  }[];
  refunds: readonly { amount: number; status: string; processedAt: Date | null }[];
}

const at = (instant: Date | null) => (instant ? instant.toISOString() : 'not yet');
const addressLine = (address: Record<string, unknown>) =>
  ['name', 'line1', 'line2', 'city', 'state', 'postalCode', 'country', 'phone']
    .map((field) => address[field])
    .filter((value) => typeof value === 'string' && value !== '')
    .join(', ');

/** The texts of the evidence against a dispute, by the name of their file; each says what it proves. */
export function evidenceTexts(
  dispute: Pick<
    Dispute,
    'providerDisputeId' | 'providerPaymentId' | 'amount' | 'currency' | 'reasonCode' | 'openedAt'
  >,
  { order, lines, parcels, scans, mails, refunds }: EvidenceDetails,
): Record<string, string> {
  const money = (amount: number) => formatMoney(amount, order.currency);
  const summary = [
    `Dispute ${dispute.providerDisputeId} of payment ${dispute.providerPaymentId}`,
    `Amount: ${money(dispute.amount)}`,
    `Reason: ${dispute.reasonCode ?? 'not stated'}`,
    `Opened: ${at(dispute.openedAt)}`,
    '',
    `Order ${order.orderNumber}, placed ${at(order.placedAt)}, paid ${at(order.paidAt)}`,
    `Buyer: ${order.customerName}, ${order.email}`,
    `Delivery address: ${addressLine(order.shippingAddress)}`,
    `Total: ${money(order.grandTotal)}`,
    '',
    'Items:',
    ...lines.map(
      ({ title, quantity, total, vendorName }) =>
        `- ${quantity} × ${title} by ${vendorName}: ${money(total)}`,
    ),
    '',
    'Refunds:',
    ...(refunds.length > 0
      ? refunds.map(({ amount, status, processedAt }) => `- ${money(amount)}, ${status}, ${at(processedAt)}`)
      : ['- none']),
  ];
  const tracking = parcels.flatMap((parcel) => [
    `${parcel.providerId} ${parcel.awb ?? 'without a number'}: ${parcel.trackingStatus}, delivered ${at(parcel.deliveredAt)}`,
    ...(parcel.trackingUrl ? [`  ${parcel.trackingUrl}`] : []),
    ...scans
      .filter(({ awb }) => awb === parcel.awb)
      .map((scan) => `  ${at(scan.at)}  ${scan.status} (${scan.code})`),
  ]);
  const delivered = scans.filter(({ status }) => status === 'delivered');
  const proof = [
    ...delivered.map((scan) => `${at(scan.at)}  ${scan.awb ?? ''} delivered (${scan.code})`),
    ...parcels
      .filter(({ awb, deliveredAt }) => deliveredAt && !delivered.some((scan) => scan.awb === awb))
      .map(
        ({ awb, deliveredAt }) =>
          `${at(deliveredAt)}  ${awb ?? 'handed over by the vendor'} recorded as delivered`,
      ),
  ];
  const written = mails.map(
    ({ sentAt, template, recipient, state, deliveryStatus }) =>
      `${at(sentAt)}  ${template} to ${recipient}: ${deliveryStatus ?? state}`,
  );
  const text = (rows: readonly string[], empty: string) =>
    `${(rows.length > 0 ? rows : [empty]).join('\r\n')}\r\n`;
  return {
    'summary.txt': text(summary, ''),
    'tracking.txt': text(tracking, 'Nothing was sent by a carrier.'),
    'proof-of-delivery.txt': text(proof, 'No delivery is recorded.'),
    'mails.txt': text(written, 'No mail about this order was sent.'),
  };
}
