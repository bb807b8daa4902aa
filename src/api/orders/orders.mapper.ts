import type { z } from 'zod';
import { iso } from '#api/kernel/values.js';
import type { OrderView, SubOrderView } from '#db/orders/order.query.js';
import type { OrderSummaryRow } from '#db/orders/order-lists.query.js';
import type { TimelineRow } from '#db/orders/timeline.query.js';
import type { VendorOrderRow, VendorOrderView } from '#db/orders/vendor-orders.query.js';
import type { OrderDiscount, OrderLine } from '#domain/orders/order.js';
import type { Payment } from '#domain/payments/payment.js';
import type {
  adminOrderSchema,
  adminOrderSummarySchema,
  orderLineSchema,
  orderSchema,
  orderSummarySchema,
  paymentSchema,
  vendorOrderSchema,
  vendorOrderSummarySchema,
} from './orders.schemas.js';
import { edgeSubOrder } from './sub-order-scope.js';

type OrderResponse = z.input<typeof orderSchema>;
type AdminOrderResponse = z.input<typeof adminOrderSchema>;

/** @param inParcels whether its sub-order is sent in several parcels */
function lineResponse(line: OrderLine, inParcels: boolean): z.input<typeof orderLineSchema> {
  const { id, productId, variantId, title, variantTitle, sku, hsnCode, weight, thumbnail, quantity } = line;
  const { originalPrice, unitPrice, lineSubtotal, discountTotal, discounts, taxes, taxTotal, total } = line;
  const { gstRate, gstExempt, shippingShare, shippingTaxes } = line;
  return {
    id,
    productId,
    variantId,
    title,
    variantTitle,
    sku,
    hsnCode,
    weight,
    thumbnail,
    quantity,
    returnedQuantity: line.returnedQuantity ?? 0,
    ...(inParcels && {
      sentQuantity: line.sentQuantity ?? 0,
      cancelledQuantity: line.cancelledQuantity ?? 0,
    }),
    originalPrice,
    unitPrice,
    subtotal: lineSubtotal,
    discountTotal,
    discounts,
    taxes,
    taxTotal,
    total,
    gstRate,
    gstExempt,
    shippingShare,
    shippingTaxes,
  };
}

function subOrderResponse(subOrder: SubOrderView): OrderResponse['vendors'][number] {
  const { id, vendorId, vendorName, status, subtotal, discountTotal, shippingTotal } = subOrder;
  const { shippingTaxTotal, taxTotal, total } = subOrder;
  return {
    id,
    vendorId,
    vendorName,
    status,
    subtotal,
    discountTotal,
    shippingTotal,
    shippingTaxTotal,
    taxTotal,
    total,
    fulfilledAt: iso(subOrder.fulfilledAt),
    deliveredAt: iso(subOrder.deliveredAt),
    cancelledAt: iso(subOrder.cancelledAt),
    ...movedResponse(subOrder),
    ...parcelsResponse(subOrder),
  };
}

function couponResponse(discount: OrderDiscount): OrderResponse['coupons'][number] {
  const { code, name, amount, waivedShipping, terms } = discount;
  const { discountType, value, freeShipping } = terms;
  return { code, name, discountType, value, freeShipping, amount, waivedShipping };
}

/** Its lines, and where it is sent in several parcels these. */
function parcelsResponse({ lines, parcels }: Pick<SubOrderView, 'lines' | 'parcels'>) {
  return {
    ...(parcels && { parcels }),
    lines: lines.map((line) => lineResponse(line, Boolean(parcels))),
  };
}

/** What the moves of a sub-order have left on it. */
function movedResponse(
  moved: Pick<SubOrderView, 'returnedAt' | 'cancelReason' | 'awaitingReturn' | 'shipment'>,
) {
  return {
    returnedAt: iso(moved.returnedAt ?? null),
    cancelReason: moved.cancelReason ?? null,
    awaitingReturn: moved.awaitingReturn ?? false,
    shipment: moved.shipment ?? null,
  };
}

function sharedResponse(order: OrderView): Omit<OrderResponse, 'vendors'> {
  const { id, orderNumber, status, paymentStatus, paymentProviderId, paymentMethod, email } = order;
  const { customerName, currency, pricesIncludeTax, subtotal, discountTotal, shippingTotal } = order;
  const { taxTotal, grandTotal, refundedTotal, shippingAddress, billingAddress, cancelReason } = order;
  const { placeOfSupply } = order;
  return {
    id,
    orderNumber,
    status,
    paymentStatus,
    paymentProviderId,
    paymentMethod,
    email,
    customerName,
    currency,
    pricesIncludeTax,
    subtotal,
    discountTotal,
    shippingTotal,
    taxTotal,
    grandTotal,
    refundedTotal,
    shippingAddress,
    billingAddress,
    cancelReason,
    placeOfSupply,
    ...(order.storeCredit > 0 && { storeCredit: order.storeCredit }),
    dispute: order.dispute ?? null,
    coupons: order.discounts.map(couponResponse),
    expiresAt: iso(order.expiresAt),
    placedAt: iso(order.placedAt),
    confirmedAt: iso(order.confirmedAt),
    paidAt: iso(order.paidAt),
    cancelledAt: iso(order.cancelledAt),
  };
}

export function orderResponse(order: OrderView): OrderResponse {
  return { ...sharedResponse(order), vendors: order.subOrders.map(subOrderResponse) };
}

function paymentResponse(payment: Payment): z.input<typeof paymentSchema> {
  const { id, providerId, method, status, amount, capturedAmount, refundedTotal } = payment;
  const { providerPaymentId, failureReason } = payment;
  return {
    id,
    providerId,
    method,
    status,
    amount,
    capturedAmount,
    refundedTotal,
    providerPaymentId,
    failureReason,
    capturedAt: iso(payment.capturedAt),
    createdAt: iso(payment.createdAt),
  };
}

export function adminOrderResponse({
  order,
  timeline,
}: {
  order: OrderView;
  timeline: TimelineRow[];
}): AdminOrderResponse {
  const { userId, guest, platform } = order;
  return {
    ...sharedResponse(order),
    userId,
    guest,
    platform,
    vendors: order.subOrders.map((subOrder) => ({
      ...subOrderResponse(subOrder),
      commissionBps: subOrder.commissionBps,
      commissionTotal: subOrder.commissionTotal,
    })),
    payments: order.payments.map(paymentResponse),
    timeline: timeline.map(({ createdAt, ...entry }) => ({ ...edgeSubOrder(entry), at: iso(createdAt) })),
  };
}

export function orderSummaryResponse(row: OrderSummaryRow): z.input<typeof orderSummarySchema> {
  const { id, orderNumber, status, paymentStatus, paymentMethod, currency, grandTotal } = row;
  const { itemCount, vendorCount, placedAt } = row;
  return {
    id,
    orderNumber,
    status,
    paymentStatus,
    paymentMethod,
    currency,
    grandTotal,
    itemCount,
    vendorCount,
    placedAt: iso(placedAt),
  };
}

export function adminOrderSummaryResponse(row: OrderSummaryRow): z.input<typeof adminOrderSummarySchema> {
  const { email, customerName, refundedTotal } = row;
  return { ...orderSummaryResponse(row), email, customerName, refundedTotal };
}

export function vendorOrderSummaryResponse(row: VendorOrderRow): z.input<typeof vendorOrderSummarySchema> {
  const { id, orderId, orderNumber, status, paymentStatus, paymentMethod, customerName, currency } = row;
  const { total, itemCount, linesWithoutHsn, placedAt, confirmedAt } = row;
  return {
    id,
    orderId,
    orderNumber,
    status,
    paymentStatus,
    paymentMethod,
    customerName,
    currency,
    total,
    itemCount,
    linesWithoutHsn,
    placedAt: iso(placedAt),
    confirmedAt: iso(confirmedAt),
  };
}

export function vendorOrderResponse(view: VendorOrderView): z.input<typeof vendorOrderSchema> {
  const { subtotal, discountTotal, shippingTotal, shippingTaxTotal, taxTotal } = view;
  const { commissionBps, commissionTotal, pricesIncludeTax, shippingAddress, placeOfSupply } = view;
  return {
    ...vendorOrderSummaryResponse(view),
    subtotal,
    discountTotal,
    shippingTotal,
    shippingTaxTotal,
    taxTotal,
    commissionBps,
    commissionTotal,
    pricesIncludeTax,
    shippingAddress,
    placeOfSupply,
    ...(view.storeCredit > 0 && { storeCredit: view.storeCredit }),
    dispute: view.dispute,
    invoiceNumber: view.invoiceNumber,
    invoiceProblem: view.invoiceProblem,
    fulfilledAt: iso(view.fulfilledAt),
    deliveredAt: iso(view.deliveredAt),
    cancelledAt: iso(view.cancelledAt),
    ...movedResponse(view),
    ...parcelsResponse(view),
  };
}
