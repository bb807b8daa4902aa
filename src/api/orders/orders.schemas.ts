import { refundToSchema } from '#api/payments/refunds.schemas.js';
import { z } from 'zod';
import { addressResponseSchema } from '#api/kernel/address.js';
import {
  codeTextSchema,
  emailSchema,
  idOf,
  idSchema,
  instantSchema,
  moneySchema,
} from '#api/kernel/values.js';
import { lineDiscountSchema, lineTaxSchema } from '#api/checkout/quote.schemas.js';
import { discountTypes } from '#domain/discounts/discount.js';
import { normalizedStatuses } from '#domain/shipping/carrier-status.js';
import { shipmentStatuses, voidStatuses } from '#domain/shipping/shipment.js';
import { disputeStates } from '#domain/payments/provider-books.js';
import { orderStatuses, subOrderStatuses, paymentStatuses, platforms } from '#domain/orders/order.js';
import { paymentStates } from '#domain/payments/payment.js';

const orderStatusSchema = z.enum(orderStatuses);
const paymentStatusSchema = z.enum(paymentStatuses);
const instant = instantSchema.nullable();

export const shipmentSchema = z
  .object({
    providerId: z.string(),
    method: z.string(),
    courierCode: z.string().nullable(),
    status: z.enum(shipmentStatuses),
    awb: z.string().nullable(),
    trackingCode: z.string().nullable(),
    trackingUrl: z.string().nullable(),
    labelUrl: z.string().nullable(),
    trackingStatus: z.enum(normalizedStatuses),
    voidStatus: z.enum(voidStatuses).nullable().meta({ description: 'Its cancellation at the carrier' }),
    voidError: z.string().nullable(),
    error: z.string().nullable().meta({ description: 'Why it failed' }),
    expectedOn: z
      .string()
      .optional()
      .meta({ format: 'date', description: 'The day in India; only where `shipping.expected_day` is on' }),
  })
  .meta({ id: 'Shipment' });

const parcelSchema = z
  .object({
    id: idOf('parcel'),
    number: z.int().meta({ description: '1 for the first, which is `shipment`' }),
    lines: z.array(z.object({ lineId: idSchema, quantity: z.int() })),
    ...shipmentSchema.shape,
  })
  .meta({ id: 'Parcel' });

/** What the moves of a sub-order have left on it. */
const movedShape = {
  returnedAt: z.string().nullable().meta({ format: 'date-time' }),
  cancelReason: z.string().nullable(),
  awaitingReturn: z.boolean().meta({
    description: 'Cancelled on the road: its pieces are missing until a return receives them',
  }),
  shipment: shipmentSchema.nullable(),
  parcels: z
    .array(parcelSchema)
    .optional()
    .meta({ description: 'Only where the sub-order is sent in several parcels' }),
};

export const orderLineSchema = z
  .object({
    id: idSchema,
    productId: idOf('product'),
    variantId: idOf('productVariant'),
    title: z.string(),
    variantTitle: z.string().nullable(),
    sku: z.string().nullable(),
    hsnCode: z.string().nullable(),
    weight: z.int().nullable().meta({ description: 'Grams of a piece' }),
    thumbnail: z.string().nullable(),
    quantity: z.int(),
    returnedQuantity: z.int().meta({ description: 'Pieces that came back in returns' }),
    sentQuantity: z
      .int()
      .optional()
      .meta({ description: 'Pieces in parcels; only where the sub-order is sent in several' }),
    cancelledQuantity: z
      .int()
      .optional()
      .meta({ description: 'Pieces cancelled before they were sent; only beside `sentQuantity`' }),
    originalPrice: moneySchema.meta({ description: 'Unit price without the special price' }),
    unitPrice: moneySchema,
    subtotal: moneySchema,
    discountTotal: moneySchema,
    discounts: z.array(lineDiscountSchema),
    taxes: z.array(lineTaxSchema),
    taxTotal: moneySchema,
    total: moneySchema,
    gstRate: z
      .number()
      .nullable()
      .meta({ description: 'Percent of GST by the product; null where the list of the vendor applied' }),
    gstExempt: z.boolean(),
    shippingShare: moneySchema.meta({
      description:
        'Shipping that is taxed with the line, on the same side of tax as prices; not part of `total`',
    }),
    shippingTaxes: z.array(lineTaxSchema).meta({ description: 'Taxes of `shippingShare`' }),
  })
  .meta({ id: 'OrderLine' });

const subOrderSums = {
  subtotal: moneySchema,
  discountTotal: moneySchema,
  shippingTotal: moneySchema,
  shippingTaxTotal: moneySchema.meta({
    description:
      'Taxes of shipping: on top of `shippingTotal`, or in it where prices include taxes; part of `taxTotal`',
  }),
  taxTotal: moneySchema,
  total: moneySchema,
};

const commission = {
  commissionBps: z.int().meta({ description: 'Basis points, frozen at the sale' }),
  commissionTotal: moneySchema,
};

const subOrderShape = {
  id: idOf('subOrder'),
  vendorId: idOf('vendor'),
  vendorName: z.string(),
  status: z.enum(subOrderStatuses),
  ...subOrderSums,
  fulfilledAt: instant,
  deliveredAt: instant,
  cancelledAt: instant,
  ...movedShape,
  lines: z.array(orderLineSchema),
};

/** A coupon as it was applied; later changes of the discount do not alter it. */
export const orderCouponSchema = z
  .object({
    code: z.string(),
    name: z.string(),
    discountType: z.enum(discountTypes),
    value: z.int().meta({ description: 'Subunits for FIXED, whole percent for PERCENTAGE' }),
    freeShipping: z.boolean(),
    amount: moneySchema.meta({ description: 'Discount on the items, in subunits' }),
    waivedShipping: moneySchema.meta({ description: 'Waived shipping, in subunits; not part of `amount`' }),
  })
  .meta({ id: 'OrderCoupon' });

const placeOfSupply = z.string().nullable().meta({
  description: 'GST code of the state of supply; null for goods that leave India',
});

/** Money that the buyer’s bank asks back. */
const orderDisputeSchema = z
  .object({ state: z.enum(disputeStates), amount: moneySchema, dueAt: instant })
  .meta({ id: 'OrderDispute' });

const orderShape = {
  id: idOf('order'),
  orderNumber: z.string().meta({ example: 'HT-7K3QX9MZ' }),
  status: orderStatusSchema,
  paymentStatus: paymentStatusSchema,
  paymentProviderId: z.string(),
  paymentMethod: z.string(),
  email: z.string(),
  customerName: z.string(),
  currency: z.string(),
  pricesIncludeTax: z.boolean(),
  subtotal: moneySchema,
  discountTotal: moneySchema,
  shippingTotal: moneySchema,
  taxTotal: moneySchema,
  grandTotal: moneySchema,
  storeCredit: moneySchema
    .optional()
    .meta({ description: 'What of the total is paid with store credit; only where it is' }),
  refundedTotal: moneySchema,
  dispute: orderDisputeSchema.nullable(),
  coupons: z.array(orderCouponSchema).meta({ description: 'In the order in which they were added' }),
  shippingAddress: addressResponseSchema,
  billingAddress: addressResponseSchema,
  placeOfSupply,
  cancelReason: z.string().nullable(),
  expiresAt: instant.meta({ description: 'When the time to pay ends; null when no payment is due' }),
  placedAt: instantSchema,
  confirmedAt: instant,
  paidAt: instant,
  cancelledAt: instant,
};

/** An order as its buyer sees it. */
export const orderSchema = z
  .object({ ...orderShape, vendors: z.array(z.object(subOrderShape).meta({ id: 'OrderVendor' })) })
  .meta({ id: 'Order' });

export const paymentSchema = z
  .object({
    id: idOf('payment'),
    providerId: z.string(),
    method: z.string(),
    status: z.enum(paymentStates),
    amount: moneySchema,
    capturedAmount: moneySchema.nullable(),
    refundedTotal: moneySchema,
    providerPaymentId: z.string().nullable(),
    failureReason: z.string().nullable(),
    capturedAt: instant,
    createdAt: instantSchema,
  })
  .meta({ id: 'Payment' });

export const timelineEntrySchema = z
  .object({
    id: idSchema,
    orderVendorId: idOf('subOrder').nullable(),
    event: z.string().meta({ example: 'order.confirmed' }),
    fromStatus: z.string().nullable(),
    toStatus: z.string().nullable(),
    note: z.string().nullable(),
    actor: z.object({ type: z.string(), id: z.string() }),
    at: instantSchema,
  })
  .meta({ id: 'OrderTimelineEntry' });

/** An order as administrators see it. */
export const adminOrderSchema = z
  .object({
    ...orderShape,
    userId: idOf('user'),
    guest: z.boolean(),
    platform: z.enum(platforms),
    vendors: z.array(z.object({ ...subOrderShape, ...commission }).meta({ id: 'AdminOrderVendor' })),
    payments: z.array(paymentSchema),
    timeline: z.array(timelineEntrySchema),
  })
  .meta({ id: 'AdminOrder' });

const summaryShape = {
  id: idOf('order'),
  orderNumber: z.string(),
  status: orderStatusSchema,
  paymentStatus: paymentStatusSchema,
  paymentMethod: z.string(),
  currency: z.string(),
  grandTotal: moneySchema,
  itemCount: z.int().meta({ description: 'Pieces' }),
  vendorCount: z.int(),
  placedAt: instantSchema,
};

export const orderSummarySchema = z.object(summaryShape).meta({ id: 'OrderSummary' });

export const adminOrderSummarySchema = z
  .object({ ...summaryShape, email: z.string(), customerName: z.string(), refundedTotal: moneySchema })
  .meta({ id: 'AdminOrderSummary' });

const vendorOrderShape = {
  id: idOf('subOrder').meta({ description: 'The vendor’s sub-order' }),
  orderId: idOf('order'),
  orderNumber: z.string(),
  status: z.enum(subOrderStatuses),
  paymentStatus: paymentStatusSchema,
  paymentMethod: z.string(),
  customerName: z.string(),
  currency: z.string(),
  total: moneySchema,
  itemCount: z.int(),
  linesWithoutHsn: z.int().meta({
    description: 'Lines without an HSN code: their invoice prints a dash. Add the code to the product',
  }),
  placedAt: instantSchema,
  confirmedAt: instantSchema,
};

export const vendorOrderSummarySchema = z.object(vendorOrderShape).meta({ id: 'VendorOrderSummary' });

/** A sub-order, as its vendor sees it. */
export const vendorOrderSchema = z
  .object({
    ...vendorOrderShape,
    ...subOrderSums,
    ...commission,
    pricesIncludeTax: z.boolean(),
    shippingAddress: addressResponseSchema,
    placeOfSupply,
    storeCredit: moneySchema.optional().meta({
      description: 'What of the total store credit pays, so that less cash is collected; only where it does',
    }),
    dispute: orderDisputeSchema.nullable().meta({ description: 'With the share of the sub-order' }),
    invoiceNumber: z.string().nullable().meta({
      description: 'As printed. The invoice is issued when the sub-order is fulfilled, or earlier',
      example: 'INV/2627/000001',
    }),
    invoiceProblem: z.string().nullable().meta({
      description: 'Why the invoice could not be issued; it is tried again every hour',
    }),
    fulfilledAt: instant,
    deliveredAt: instant,
    cancelledAt: instant,
    ...movedShape,
    lines: z.array(orderLineSchema),
  })
  .meta({ id: 'VendorOrder' });

export const orderLookupSchema = z
  .object({ orderNumber: codeTextSchema(40).min(1), email: emailSchema })
  .meta({ id: 'OrderLookup' });

export const cancelQuery = z.object({ refundTo: refundToSchema.optional() });
