import { phrase } from '#domain/mail/phrase.js';
import {
  ORDER_ADDRESSES,
  ORDER_SUMMARY,
  PARCEL_CONTENTS,
  type TemplateVariable,
  variable,
} from '#domain/mail/mail-template.js';

const orderId = variable('order_id', 'text', 'Id of the order');
const orderNumber = variable('order_number', 'text', 'Number of the order');
const orderUrl = variable('order_url', 'url', 'Page of the order');
export const orderVendorId = variable('order_vendor_id', 'text', 'Id of the sub-order');
const vendorId = variable('vendor_id', 'text', 'Id of the seller');
const currency = variable('currency', 'text', 'Currency of all amounts, ISO 4217');
const placedAt = variable('placed_at', 'instant', 'When the order was placed');
const paymentMethod = variable('payment_method', 'text', 'How the order is paid');
const summary = variable(ORDER_SUMMARY, 'text', 'Table of the lines with their pictures, and the totals');
/** In mails of orders that may be paid on delivery. */
export const amountDue = variable('amount_due', 'money', 'What is paid in cash on delivery; empty otherwise');

/** Sums of an order, or of the part of it that one vendor sells. */
const sums: readonly TemplateVariable[] = [
  variable('subtotal', 'money', 'Items before discounts, shipping and tax'),
  variable('discount_total', 'money', 'Discounts'),
  variable('shipping_total', 'money', 'Shipping'),
  variable('tax_total', 'money', 'Tax'),
];

/** Every mail to the buyer about an order has these, as `buyerVariables` fills them in. */
export const orderVariables: readonly TemplateVariable[] = [
  orderId,
  orderNumber,
  orderUrl,
  placedAt,
  variable('status', 'text', 'Status of the order, `confirmed` for instance'),
  variable('payment_status', 'text', 'Status of the payment, `paid` for instance'),
  variable('item_count', 'number', 'How many items were bought'),
  ...sums,
  variable('grand_total', 'money', 'Total of the order'),
  variable('payment_due', 'money', 'What is paid beside store credit'),
  currency,
  paymentMethod,
  variable('ship_to', 'text', 'Delivery address in one line'),
  variable(ORDER_ADDRESSES, 'text', 'Delivery and billing address side by side'),
  summary,
];

/** Every mail to a vendor about its part of an order has these, as `vendorVariables` fills them in. */
export const subOrderVariables: readonly TemplateVariable[] = [
  orderId,
  orderVendorId,
  vendorId,
  orderNumber,
  orderUrl,
  placedAt,
  variable('item_count', 'number', 'How many of the items are yours'),
  ...sums,
  variable('vendor_total', 'money', 'Total of your sub-order'),
  currency,
  paymentMethod,
  variable('ship_to', 'text', 'Where to: city and state'),
  variable('fulfil_by', 'instant', 'When a reminder would be sent; empty while reminders are off'),
  summary,
];

/** A parcel, in mails to buyers, vendors and operators alike. */
export const parcelVariables: readonly TemplateVariable[] = [
  variable('shipment_id', 'text', 'Id of the parcel'),
  orderVendorId,
  vendorId,
  variable('vendor_name', 'text', 'The seller who ships'),
  variable('provider_id', 'text', 'How the parcel is sent: the shipping provider'),
  variable('method', 'text', 'Method of the shipping provider'),
  variable('courier_name', 'text', 'Who carries the parcel'),
  variable('tracking_code', 'text', 'Number of the parcel at the courier'),
  variable('awb', 'text', 'Air waybill number; empty before the carrier has given one'),
  variable('tracking_url', 'url', 'Page where the parcel is followed'),
];

/** What is in a parcel, in mails about it. */
export const contentsVariable = variable(PARCEL_CONTENTS, 'text', 'What is in the parcel, with pictures');

/** What mails about the parcels and returns of an order say of the order to people who did not place it. */
export const orderReference: readonly TemplateVariable[] = [orderId, orderNumber];
export const linkedOrder: readonly TemplateVariable[] = [...orderReference, orderUrl];

/** A return request. */
export const returnVariables: readonly TemplateVariable[] = [
  variable('return_request_id', 'text', 'Id of the return request'),
  orderVendorId,
  vendorId,
  variable('item_title', 'text', 'What is sent back'),
  variable('reason', 'text', 'The reason that was given'),
  variable('note', 'text', 'A note from the seller'),
];

const ids = {
  orderId: '0197f3c2-7d10-7b6e-9a41-0c4be2f1d3a5',
  orderVendorId: '0197f3c2-7d12-7e04-8f5d-5d1c6a7b8e90',
  vendorId: '0197e001-22aa-7c31-b0de-91f2a3b4c5d6',
};

/** The order of previews and test mails, for its buyer. */
export const orderSample = {
  orderId: ids.orderId,
  orderNumber: 'H7K2-9QXM',
  orderUrl: 'https://store.example.com/orders/H7K2-9QXM',
  placedAt: '2026-11-21T09:30:00Z',
  status: 'confirmed',
  paymentStatus: 'paid',
  itemCount: 3,
  subtotal: 279_900,
  discountTotal: 0,
  shippingTotal: 5_000,
  taxTotal: 43_459,
  grandTotal: 284_900,
  paymentDue: 284_900,
  currency: 'INR',
  paymentMethod: 'UPI',
  shipTo: 'Asha Rao, 14 Lake View Road, Bengaluru 560001',
};

/** The same, paid on delivery. */
export const paidOnDelivery = {
  paymentStatus: 'unpaid',
  paymentMethod: phrase('method.cod'),
  amountDue: orderSample.grandTotal,
};

/** The same for one of its vendors. */
export const subOrderSample = {
  ...ids,
  orderNumber: orderSample.orderNumber,
  orderUrl: `https://vendors.example.com/orders/${ids.orderVendorId}`,
  placedAt: orderSample.placedAt,
  itemCount: 2,
  subtotal: 179_900,
  discountTotal: 0,
  shippingTotal: 5_000,
  taxTotal: 28_205,
  vendorTotal: 184_900,
  currency: 'INR',
  paymentMethod: 'UPI',
  shipTo: 'Bengaluru, Karnataka',
  fulfilBy: '2026-11-23T09:30:00Z',
};

export const parcelSample = {
  shipmentId: '0197f4a0-1b2c-7d3e-8f40-51627384950a',
  orderVendorId: ids.orderVendorId,
  vendorId: ids.vendorId,
  vendorName: 'Kaveri Textiles',
  providerId: 'carrier',
  method: 'standard',
  courierName: 'Delhivery',
  trackingCode: '1492013388571',
  awb: '1492013388571',
  trackingUrl: 'https://track.example.com/1492013388571',
};

export const returnSample = {
  returnRequestId: '0197f6b1-3c4d-7e5f-9061-728394a5b6c7',
  orderVendorId: ids.orderVendorId,
  vendorId: ids.vendorId,
  itemTitle: 'Block-printed cotton kurta, indigo, M',
  reason: 'Too small',
  note: '',
};

export const linkedOrderSample = {
  orderId: ids.orderId,
  orderNumber: orderSample.orderNumber,
  orderUrl: orderSample.orderUrl,
};
