import type { z } from 'zod';
import type { adminOrderSchema, vendorOrderSchema } from './orders.schemas.js';

/** An order of one line, for the catalogue of webhook events. */
const ids = {
  order: '0199c0de-7e5c-7000-8000-000000000010',
  subOrder: '0199c0de-7e5c-7000-8000-000000000011',
  line: '0199c0de-7e5c-7000-8000-000000000012',
  product: '0199c0de-7e5c-7000-8000-000000000013',
  variant: '0199c0de-7e5c-7000-8000-000000000014',
  vendor: '0199c0de-7e5c-7000-8000-000000000015',
  user: '0199c0de-7e5c-7000-8000-000000000016',
};
const PLACED = '2026-11-21T09:28:00.000Z';
const CONFIRMED = '2026-11-21T09:30:00.000Z';

const address = {
  name: 'Asha Rao',
  phone: '+919820012345',
  line1: '14 Hill Road',
  line2: null,
  city: 'Mumbai',
  stateCode: '27',
  postalCode: '400050',
  country: 'IN',
  gstin: null,
};

const line = {
  id: ids.line,
  productId: ids.product,
  variantId: ids.variant,
  title: 'Brass diya lamp',
  variantTitle: 'Small',
  sku: 'DIYA-S',
  hsnCode: '7419',
  weight: 240,
  thumbnail: null,
  quantity: 2,
  returnedQuantity: 0,
  originalPrice: 49_900,
  unitPrice: 49_900,
  subtotal: 99_800,
  discountTotal: 0,
  discounts: [],
  taxes: [{ type: 'GST', rate: 18, amount: 17_964 }],
  taxTotal: 17_964,
  total: 117_764,
  gstRate: 18,
  gstExempt: false,
  shippingShare: 0,
  shippingTaxes: [],
};

const sums = {
  subtotal: 99_800,
  discountTotal: 0,
  shippingTotal: 0,
  shippingTaxTotal: 0,
  taxTotal: 17_964,
  total: 117_764,
};
const notMoved = {
  fulfilledAt: null,
  deliveredAt: null,
  cancelledAt: null,
  returnedAt: null,
  cancelReason: null,
  awaitingReturn: false,
  shipment: null,
};
const commission = { commissionBps: 1_000, commissionTotal: 9_980 };

export const adminOrderExample: z.input<typeof adminOrderSchema> = {
  id: ids.order,
  orderNumber: 'HT-7K3QX9MZ',
  status: 'confirmed',
  paymentStatus: 'paid',
  paymentProviderId: 'razorpay',
  paymentMethod: 'online',
  email: 'asha@example.com',
  customerName: 'Asha Rao',
  currency: 'INR',
  pricesIncludeTax: false,
  subtotal: 99_800,
  discountTotal: 0,
  shippingTotal: 0,
  taxTotal: 17_964,
  grandTotal: 117_764,
  refundedTotal: 0,
  dispute: null,
  coupons: [],
  shippingAddress: address,
  billingAddress: address,
  placeOfSupply: '27',
  cancelReason: null,
  expiresAt: null,
  placedAt: PLACED,
  confirmedAt: CONFIRMED,
  paidAt: CONFIRMED,
  cancelledAt: null,
  userId: ids.user,
  guest: false,
  platform: 'WEB',
  vendors: [
    {
      id: ids.subOrder,
      vendorId: ids.vendor,
      vendorName: 'Kaveri Textiles',
      status: 'pending',
      ...sums,
      ...notMoved,
      ...commission,
      lines: [line],
    },
  ],
  payments: [],
  timeline: [],
};

export const vendorOrderExample: z.input<typeof vendorOrderSchema> = {
  id: ids.subOrder,
  orderId: ids.order,
  orderNumber: 'HT-7K3QX9MZ',
  status: 'pending',
  paymentStatus: 'paid',
  paymentMethod: 'online',
  customerName: 'Asha Rao',
  currency: 'INR',
  itemCount: 2,
  linesWithoutHsn: 0,
  placedAt: PLACED,
  confirmedAt: CONFIRMED,
  ...sums,
  ...commission,
  ...notMoved,
  pricesIncludeTax: false,
  shippingAddress: address,
  placeOfSupply: '27',
  dispute: null,
  invoiceNumber: null,
  invoiceProblem: null,
  lines: [line],
};
