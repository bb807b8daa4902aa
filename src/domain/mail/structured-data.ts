import {
  type DrawnPart,
  type LineSummary,
  type MailTemplate,
  ORDER_SUMMARY,
  PARCEL_CONTENTS,
} from './mail-template.js';

type Json = Readonly<Record<string, unknown>>;

interface Described {
  payload: Json;
  summaries: Readonly<Record<string, DrawnPart>>;
  customerName: string;
  brand: { storeName: string; storeUrl: string };
}

const ORDER_STATUS: Readonly<Record<string, string>> = {
  'order.placed': 'OrderPaymentDue',
  'order.payment_failed': 'OrderProblem',
  'order.confirmed': 'OrderProcessing',
  'guest_order.confirmation': 'OrderProcessing',
  'order.cancelled': 'OrderCancelled',
  'order.delivered': 'OrderDelivered',
};
const PARCELS = ['shipping.shipment.created', 'shipping.tracking.updated'];

/**
 * What a mail to a buyer is about, as schema.org describes it: an order or a parcel. Undefined for other mails, and while
 * the mail does not say which order it is. See https://developers.google.com/workspace/gmail/markup/reference
 */
export function structuredDataOf(
  { eventType, role }: Pick<MailTemplate, 'eventType' | 'role'>,
  described: Described,
): Json | undefined {
  if (role !== 'customer' || typeof described.payload['orderNumber'] !== 'string') return undefined;
  if (PARCELS.includes(eventType)) return parcelOf(described);
  const status = ORDER_STATUS[eventType];
  return status
    ? { '@context': 'http://schema.org', ...orderOf(described), ...detailsOf(described, status) }
    : undefined;
}

function orderOf({ payload, brand }: Described): Json {
  return {
    '@type': 'Order',
    merchant: withoutEmpty({ '@type': 'Organization', name: brand.storeName, url: brand.storeUrl }),
    orderNumber: payload['orderNumber'],
  };
}

function detailsOf({ payload, summaries, customerName }: Described, status: string): Json {
  const summary = summaries[ORDER_SUMMARY];
  const { orderUrl: url, placedAt: orderDate } = payload;
  return withoutEmpty({
    orderStatus: `http://schema.org/${status}`,
    priceCurrency: payload['currency'],
    price: decimal(payload['grandTotal']),
    url,
    orderDate,
    potentialAction: url ? { '@type': 'ViewAction', target: url, url, name: 'View order' } : undefined,
    customer: customerName ? { '@type': 'Person', name: customerName } : undefined,
    acceptedOffer: summary && 'lines' in summary ? offersOf(summary) : undefined,
  });
}

function offersOf({ currency, lines }: LineSummary): Json[] {
  return lines.map(({ title, detail, sku, image, quantity, amount }) =>
    withoutEmpty({
      '@type': 'Offer',
      itemOffered: withoutEmpty({
        '@type': 'Product',
        name: [title, detail].filter(Boolean).join(', '),
        sku,
        image,
      }),
      price: decimal(amount),
      priceCurrency: currency,
      eligibleQuantity: { '@type': 'QuantitativeValue', value: quantity },
    }),
  );
}

function parcelOf(described: Described): Json {
  const { payload, summaries } = described;
  const contents = summaries[PARCEL_CONTENTS];
  const { trackingCode: trackingNumber, trackingUrl, courierName: name } = payload;
  return withoutEmpty({
    '@context': 'http://schema.org',
    '@type': 'ParcelDelivery',
    trackingNumber,
    trackingUrl,
    carrier: name ? { '@type': 'Organization', name } : undefined,
    itemShipped:
      contents && 'lines' in contents
        ? contents.lines.map(({ title, image }) => withoutEmpty({ '@type': 'Product', name: title, image }))
        : undefined,
    partOfOrder: orderOf(described),
    potentialAction: trackingUrl
      ? { '@type': 'TrackAction', target: trackingUrl, url: trackingUrl }
      : undefined,
  });
}

function withoutEmpty(object: Json): Json {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined && value !== ''),
  );
}

/** Subunits as a decimal number. */
function decimal(subunits: unknown): string | undefined {
  if (typeof subunits !== 'number') return undefined;
  const digits = String(Math.abs(subunits)).padStart(3, '0');
  return `${subunits < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
