import { type Address, HOME_COUNTRY } from '#domain/_shared/address.js';
import { gstStateName } from '#domain/tax/gst-states.js';
import type { LineSummary } from '#domain/mail/mail-template.js';
import { methodLabel } from '#domain/payments/method-label.js';
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
    currency: order.currency,
    paymentMethod: methodLabel(order.paymentMethod),
    shipTo: addressLine(order.shippingAddress),
    orderSummary: summary(order, order.grandTotal, lines, order.pricesIncludeTax),
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
    paymentMethod: methodLabel(order.paymentMethod),
    shipTo: [city, (country === HOME_COUNTRY && gstStateName(stateCode)) || country].join(', '),
    orderSummary: {
      ...summary(subOrder, subOrder.total, subOrder.lines, order.pricesIncludeTax),
      currency: order.currency,
    },
  };
}

/** Each in subunits. */
function sumsOf({ subtotal, discountTotal, shippingTotal, taxTotal }: Sums): Record<string, number> {
  return { subtotal, discountTotal, shippingTotal, taxTotal };
}

function pieces(lines: readonly OrderLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}

type Sums = Pick<Order, 'subtotal' | 'discountTotal' | 'shippingTotal' | 'taxTotal'> & { currency?: string };

function summary(
  sums: Sums,
  total: number,
  lines: readonly OrderLine[],
  pricesIncludeTax: boolean,
): LineSummary {
  const rows = [
    { label: 'Items', amount: sums.subtotal, shown: true },
    { label: 'Discount', amount: -sums.discountTotal, shown: sums.discountTotal > 0 },
    { label: 'Shipping', amount: sums.shippingTotal, shown: true },
    { label: pricesIncludeTax ? 'Of which tax' : 'Tax', amount: sums.taxTotal, shown: sums.taxTotal > 0 },
  ];
  return {
    currency: sums.currency ?? '',
    lines: lines.map((line) => ({
      title: line.title,
      detail: line.variantTitle ?? undefined,
      quantity: line.quantity,
      amount: line.lineSubtotal,
    })),
    totals: [
      ...rows.filter((row) => row.shown).map(({ label, amount }) => ({ label, amount })),
      { label: 'Total', amount: total, strong: true },
    ],
  };
}

function addressLine({ name, line1, city, postalCode }: Address): string {
  return `${name}, ${line1}, ${city} ${postalCode}`.trim();
}
