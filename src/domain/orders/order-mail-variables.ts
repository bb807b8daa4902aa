import { type Address, HOME_COUNTRY } from '#domain/_shared/address.js';
import { gstStateName } from '#domain/tax/gst-states.js';
import type { AddressSummary, LineSummary, SummaryLine } from '#domain/mail/mail-template.js';
import { phrase } from '#domain/mail/phrase.js';
import { methodWords } from '#domain/payments/method-label.js';
import { mailTotals, type Sums } from './mail-totals.js';
import type { Order, OrderLine, SubOrder } from './order.js';

/** What mails about an order need of it. */
export interface MailedOrder extends Order {
  subOrders: (SubOrder & { lines: OrderLine[] })[];
}

/** The variables that all mails to the buyer share. `storeUrl` may be empty: then there is no page to link to. */
export function buyerVariables(order: MailedOrder, storeUrl: string): Record<string, unknown> {
  const lines = order.subOrders.flatMap((subOrder) => subOrder.lines);
  return {
    customerName: order.customerName,
    orderId: order.id,
    orderNumber: order.orderNumber,
    orderUrl:
      storeUrl && `${storeUrl}/orders/${order.guest ? `lookup?number=${order.orderNumber}` : order.id}`,
    placedAt: order.placedAt.toISOString(),
    status: order.status,
    paymentStatus: order.paymentStatus,
    itemCount: pieces(lines),
    ...sumsOf(order),
    grandTotal: order.grandTotal,
    paymentDue: order.grandTotal - order.storeCredit,
    currency: order.currency,
    paymentMethod: methodWords(order.paymentMethod),
    shipTo: addressLine(order.shippingAddress),
    ...(isPaidOnDelivery(order) ? { amountDue: order.grandTotal - order.storeCredit } : {}),
    orderAddresses: addressesOf(order),
    orderSummary: {
      currency: order.currency,
      lines: lines.map((line) => summaryLine(line)),
      totals: mailTotals(order, order.grandTotal, lines, order.pricesIncludeTax, order.storeCredit),
    } satisfies LineSummary,
  };
}

/** The variables of the mail to a vendor about its sub-order. `orderUrl` may be empty: then there is no page to link to. */
export function vendorVariables(
  order: MailedOrder,
  subOrder: SubOrder & { lines: OrderLine[] },
  memberName: string,
  orderUrl: string,
): Record<string, unknown> {
  const { city, stateCode, country } = order.shippingAddress;
  return {
    customerName: memberName,
    orderId: order.id,
    orderVendorId: subOrder.id,
    vendorId: subOrder.vendorId,
    orderNumber: order.orderNumber,
    orderUrl,
    placedAt: order.placedAt.toISOString(),
    itemCount: pieces(subOrder.lines),
    ...sumsOf(subOrder),
    vendorTotal: subOrder.total,
    currency: order.currency,
    paymentMethod: methodWords(order.paymentMethod),
    shipTo: [city, (country === HOME_COUNTRY && gstStateName(stateCode)) || country].join(', '),
    ...(isPaidOnDelivery(order) ? { amountDue: subOrder.total - subOrder.storeCredit } : {}),
    orderSummary: {
      currency: order.currency,
      lines: subOrder.lines.map((line) => summaryLine(line, { sku: true })),
      totals: mailTotals(subOrder, subOrder.total, subOrder.lines, order.pricesIncludeTax),
    } satisfies LineSummary,
  };
}

/** What is in a parcel: pieces of the lines of its order, without prices. */
export function parcelContents(
  order: Pick<MailedOrder, 'currency' | 'subOrders'>,
  pieces: readonly { lineId: string; quantity: number }[],
): LineSummary {
  const lines = new Map(order.subOrders.flatMap((subOrder) => subOrder.lines.map((line) => [line.id, line])));
  return {
    currency: order.currency,
    lines: pieces.flatMap(({ lineId, quantity }) => {
      const line = lines.get(lineId);
      if (!line) return [];
      const { amount: _amount, unitPrice: _unitPrice, ...what } = summaryLine(line);
      return [{ ...what, quantity }];
    }),
    totals: [],
  };
}

function summaryLine(line: OrderLine, { sku = false } = {}): SummaryLine {
  return {
    title: line.title,
    detail: line.variantTitle ?? undefined,
    ...(sku && line.sku ? { sku: line.sku } : {}),
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    amount: line.lineSubtotal,
    image: line.thumbnail ?? undefined,
  };
}

function isPaidOnDelivery({ paymentMethod, paymentStatus }: Order): boolean {
  return paymentMethod === 'cod' && paymentStatus === 'unpaid';
}

function addressesOf({ shippingAddress, billingAddress }: Order): AddressSummary {
  return {
    addresses: [
      { label: phrase('address.delivery'), lines: addressLines(shippingAddress) },
      { label: phrase('address.billing'), lines: addressLines(billingAddress) },
    ],
  };
}

function addressLines({ name, line1, line2, city, postalCode, stateCode, country, phone, gstin }: Address) {
  const isHome = country === HOME_COUNTRY;
  return [
    name,
    line1,
    line2,
    `${city} ${postalCode}`.trim(),
    ...(isHome ? [gstStateName(stateCode)] : [stateCode, country]),
    phone,
    gstin && `GSTIN ${gstin}`,
  ].filter((line): line is string => Boolean(line));
}

/** Each in subunits. */
function sumsOf({ subtotal, discountTotal, shippingTotal, taxTotal }: Sums): Record<string, number> {
  return { subtotal, discountTotal, shippingTotal, taxTotal };
}

function pieces(lines: readonly OrderLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}

function addressLine({ name, line1, city, postalCode }: Address): string {
  return `${name}, ${line1}, ${city} ${postalCode}`.trim();
}
