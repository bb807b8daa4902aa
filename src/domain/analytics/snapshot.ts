import { integer, nullable, type RowOf, text, uuid } from '#domain/_shared/columns.js';
import { halfUpShare } from '#domain/checkout/line-taxes.js';
import type { Period } from './periods.js';

/** A bucket of the sales trend: `bucket` is the ISO instant of its start, revenue in subunits. */
export interface TrendBucket {
  bucket: string;
  revenue: number;
  orders: number;
}

export interface StatusBreakdown {
  pending: number;
  fulfilled: number;
  delivered: number;
  cancelled: number;
  returned: number;
}

export interface TopVendor {
  vendorId: string;
  name: string;
  revenue: number;
  orders: number;
}

export interface TopProduct {
  variantId: string;
  productId: string | null;
  name: string;
  sku: string | null;
  units: number;
  revenue: number;
}

export const lowStockItemColumns = {
  variantId: uuid,
  sku: nullable(text),
  name: text,
  onHand: integer,
  threshold: nullable(integer),
};
export type LowStockItem = RowOf<typeof lowStockItemColumns>;

export interface Delta {
  absolute: number;
  /** Percent with two decimals; null when the earlier value was zero. */
  pct: number | null;
}

export const deltaKeys = ['grossSales', 'ordersCount', 'unitsSold', 'commissionEarned'] as const;
export type Deltas = Record<(typeof deltaKeys)[number], Delta>;

/** Figures of a vendor's share. Amounts are integer subunits. */
export interface VendorSnapshot {
  window: Period;
  /** The instant at which the rows were read; null before the first computation. */
  computedAt: string | null;
  grossSales: number;
  ordersCount: number;
  unitsSold: number;
  aov: number;
  refundsAmount: number;
  deliveredOrders: number;
  cancelledOrders: number;
  avgFulfillSeconds: number;
  avgDeliverSeconds: number;
  commissionEarned: number;
  vendorNetEarnings: number;
  payoutsPaid: number;
  returningCustomers: number;
  productsTotal: number;
  productsActive: number;
  productsDraft: number;
  productsArchived: number;
  skusLowStock: number;
  skusOutOfStock: number;
  inventoryUnitsOnHand: number;
  pendingActionCount: number;
  salesTrend: TrendBucket[];
  statusBreakdown: StatusBreakdown;
  topProductsByRevenue: TopProduct[];
  topProductsByUnits: TopProduct[];
  lowStockList: LowStockItem[];
  deltas: Deltas | null;
}

/** The figures of the whole platform: those of a vendor, and what only the platform has. */
export interface PlatformSnapshot extends VendorSnapshot {
  vendorsTotal: number;
  vendorsActive: number;
  customersTotal: number;
  newCustomers: number;
  topVendorsByRevenue: TopVendor[];
  topVendorsByOrders: TopVendor[];
}

/** Sales per order, rounded half up; 0 without orders. */
export function averageOrder(grossSales: number, orders: number): number {
  return orders === 0 ? 0 : halfUpShare(grossSales, 1, orders);
}

/** Whole seconds, rounded half up, of so many milliseconds over so many sub-orders; 0 without any. */
export function averageSeconds(milliseconds: number, count: number): number {
  return count === 0 ? 0 : halfUpShare(milliseconds, 1, count * 1_000);
}

/** How a figure has moved. The percentage is rounded half away from zero. */
export function deltaOf(current: number, previous: number): Delta {
  const absolute = current - previous;
  if (previous === 0) return { absolute, pct: null };
  const hundredths = halfUpShare(Math.abs(absolute), 10_000, Math.abs(previous));
  const pct = (Math.sign(absolute) * Math.sign(previous) * hundredths) / 100;
  return { absolute, pct: pct === 0 ? 0 : pct };
}

const noDelta: Delta = { absolute: 0, pct: null };

/** What is shown before the first computation: zeros and empty lists. */
export function emptyVendorSnapshot(window: Period): VendorSnapshot {
  const deltas = Object.fromEntries(deltaKeys.map((key) => [key, noDelta])) as Deltas;
  return {
    window,
    computedAt: null,
    grossSales: 0,
    ordersCount: 0,
    unitsSold: 0,
    aov: 0,
    refundsAmount: 0,
    deliveredOrders: 0,
    cancelledOrders: 0,
    avgFulfillSeconds: 0,
    avgDeliverSeconds: 0,
    commissionEarned: 0,
    vendorNetEarnings: 0,
    payoutsPaid: 0,
    returningCustomers: 0,
    productsTotal: 0,
    productsActive: 0,
    productsDraft: 0,
    productsArchived: 0,
    skusLowStock: 0,
    skusOutOfStock: 0,
    inventoryUnitsOnHand: 0,
    pendingActionCount: 0,
    salesTrend: [],
    statusBreakdown: { pending: 0, fulfilled: 0, delivered: 0, cancelled: 0, returned: 0 },
    topProductsByRevenue: [],
    topProductsByUnits: [],
    lowStockList: [],
    deltas: window === 'all_time' ? null : deltas,
  };
}

export function emptyPlatformSnapshot(window: Period): PlatformSnapshot {
  return {
    ...emptyVendorSnapshot(window),
    vendorsTotal: 0,
    vendorsActive: 0,
    customersTotal: 0,
    newCustomers: 0,
    topVendorsByRevenue: [],
    topVendorsByOrders: [],
  };
}
