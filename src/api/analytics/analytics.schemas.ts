import { z } from 'zod';
import { idOf } from '#api/kernel/values.js';
import { periods } from '#domain/analytics/periods.js';

export const dashboardQuery = z.object({ window: z.enum(periods).default('30d') });

export const enqueuedSchema = z.object({ enqueued: z.literal(true) }).meta({ id: 'Enqueued' });

const subunits = z.int().meta({ description: 'Subunits', 'x-money': true });
const count = z.int();
const instant = z.string().nullable().meta({ format: 'date-time' });

const trendSchema = z
  .object({
    bucket: z.string().meta({ format: 'date-time', description: 'Start of the hour, day or month' }),
    revenue: subunits,
    orders: count,
  })
  .meta({ id: 'TrendBucket' });

const topVendorSchema = z
  .object({ vendorId: idOf('vendor'), name: z.string(), revenue: subunits, orders: count })
  .meta({ id: 'TopVendor' });

const topProductSchema = z
  .object({
    variantId: idOf('productVariant'),
    productId: idOf('product').nullable().meta({ description: 'Null when the product is gone' }),
    name: z.string(),
    sku: z.string().nullable(),
    units: count,
    revenue: subunits,
  })
  .meta({ id: 'TopProduct' });

const lowStockSchema = z
  .object({
    variantId: idOf('productVariant'),
    sku: z.string().nullable(),
    name: z.string(),
    onHand: count,
    threshold: count.nullable(),
  })
  .meta({ id: 'LowStockItem' });

const deltaSchema = z
  .object({
    absolute: z.int(),
    pct: z.number().nullable().meta({ description: 'Percent; null when the earlier value was zero' }),
  })
  .meta({ id: 'Delta' });

const head = {
  window: z.enum(periods),
  computedAt: instant.meta({ description: 'When the rows were read; null before the first computation' }),
  grossSales: subunits.meta({
    description: 'Sum of the totals, with shipping and tax; subunits',
    'x-money': true,
  }),
  ordersCount: count,
  unitsSold: count,
  aov: subunits.meta({ description: 'grossSales / ordersCount; subunits', 'x-money': true }),
  refundsAmount: subunits.meta({ description: 'Refunds processed in the window; subunits', 'x-money': true }),
  deliveredOrders: count.meta({ description: 'Sub-orders delivered' }),
  cancelledOrders: count.meta({ description: 'Sub-orders cancelled' }),
  avgFulfillSeconds: count,
  avgDeliverSeconds: count,
  commissionEarned: subunits,
  vendorNetEarnings: subunits,
  payoutsPaid: subunits,
};

const platformHead = {
  vendorsTotal: count,
  vendorsActive: count.meta({ description: 'Vendors with a sub-order in the window' }),
  customersTotal: count,
  newCustomers: count,
};

const body = {
  returningCustomers: count.meta({ description: 'Buyers of the window who also bought before it' }),
  productsTotal: count,
  productsActive: count,
  productsDraft: count,
  productsArchived: count,
  skusLowStock: count,
  skusOutOfStock: count,
  inventoryUnitsOnHand: count,
  pendingActionCount: count.meta({ description: 'Sub-orders that wait for their vendor' }),
  salesTrend: z.array(trendSchema),
  statusBreakdown: z.object({
    pending: count,
    fulfilled: count,
    delivered: count,
    cancelled: count,
    returned: count,
  }),
  topProductsByRevenue: z.array(topProductSchema).max(5),
  topProductsByUnits: z.array(topProductSchema).max(5),
  lowStockList: z.array(lowStockSchema).max(20),
  deltas: z
    .object({
      grossSales: deltaSchema,
      ordersCount: deltaSchema,
      unitsSold: deltaSchema,
      commissionEarned: deltaSchema,
    })
    .nullable()
    .meta({ description: 'Changes against the span before; null for `all_time`' }),
};

export const vendorDashboardSchema = z.object({ ...head, ...body }).meta({ id: 'VendorDashboard' });

export const dashboardSchema = z
  .object({
    ...head,
    ...platformHead,
    ...body,
    topVendorsByRevenue: z.array(topVendorSchema).max(5),
    topVendorsByOrders: z.array(topVendorSchema).max(5),
  })
  .meta({ id: 'Dashboard' });

export const analyticsHealthSchema = z
  .object({
    zone: z.string().nullable().meta({ description: 'Time zone of the days' }),
    computedAt: instant,
    days: count.meta({ description: 'Days that the last run computed' }),
    tookMs: count,
    dirtyDays: count.meta({ description: 'Days that wait to be computed again' }),
    rebuilding: z.boolean().meta({ description: 'A rebuild was requested and has not begun' }),
    comparedAt: instant.meta({ description: 'The last comparison with the raw rows' }),
    comparedDays: count,
    differingDays: count,
  })
  .meta({ id: 'AnalyticsHealth' });

const at = z.string().meta({ description: 'When it was sent', format: 'date-time' });
const paidOrdersToday = count.meta({ description: 'Orders paid since local midnight' });

/** One frame of the live stream. */
export const liveOrdersFrameSchema = z
  .union([
    z.object({ type: z.literal('snapshot'), paidOrdersToday, at }),
    z.object({
      type: z.literal('order.paid'),
      paidOrdersToday,
      orderNumber: z.string(),
      grandTotal: z.int().meta({ description: 'Subunits' }),
      at: z.string().meta({ description: 'When it was paid', format: 'date-time' }),
    }),
    z.object({ type: z.literal('heartbeat'), at }),
  ])
  .meta({ id: 'LiveOrdersFrame', description: 'The JSON of one `data:` line' });
