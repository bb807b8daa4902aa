import type { Reader } from '#db/kernel/unit-of-work.js';
import {
  readPeriodSums,
  readPreviousSums,
  readReturningBuyers,
  type ScopeSums,
  type Sums,
} from '#db/analytics/period-sums.query.js';
import { PLATFORM, type RollupTables } from '#db/analytics/rollup-tables.js';
import {
  readCustomers,
  readLowStock,
  readStandingFigures,
  readVendorNames,
} from '#db/analytics/standing-figures.query.js';
import { type RankedProduct, readTopProducts, TOP } from '#db/analytics/top-products.query.js';
import { readDays, readHours, readMonths } from '#db/analytics/trend.query.js';
import { addDays } from '#domain/analytics/local-days.js';
import { boundedPeriods, type Calendar, type Period, periods } from '#domain/analytics/periods.js';
import {
  averageOrder,
  averageSeconds,
  deltaOf,
  emptyPlatformSnapshot,
  emptyVendorSnapshot,
  type PlatformSnapshot,
  type TopProduct,
  type TopVendor,
  type VendorSnapshot,
} from '#domain/analytics/snapshot.js';
import { buildTrend } from './build-trend.js';

/** The snapshots of all windows: the platform's, and by vendor. */
export interface Snapshots {
  platform: PlatformSnapshot[];
  vendors: Map<string, VendorSnapshot[]>;
}

/** Everything that the snapshots are made of, read by one transaction that sees one state of the database. */
async function readFigures(reader: Reader, tables: RollupTables, calendar: Calendar) {
  const longest = Math.max(...Object.values(boundedPeriods));
  return {
    sums: grouped(await readPeriodSums(reader, tables, calendar)),
    previous: grouped(await readPreviousSums(reader, tables, calendar)),
    returning: grouped(await readReturningBuyers(reader, tables, calendar)),
    hours: byScope(await readHours(reader, calendar)),
    days: byScope(await readDays(reader, tables, calendar, addDays(calendar.today, 1 - longest))),
    months: byScope(await readMonths(reader, tables)),
    products: grouped(await readTopProducts(reader, tables, calendar)),
    standing: byScope(await readStandingFigures(reader)),
    lowStock: byScope(await readLowStock(reader)),
    names: new Map((await readVendorNames(reader)).map(({ id, name }) => [id, name])),
    customers: await readCustomers(reader, calendar),
  };
}
type Figures = Awaited<ReturnType<typeof readFigures>>;

/** @param computedAt the instant that the figures are of */
export async function buildSnapshots(
  reader: Reader,
  tables: RollupTables,
  calendar: Calendar,
  computedAt: Date,
): Promise<Snapshots> {
  const figures = await readFigures(reader, tables, calendar);
  const of = (scope: string, period: Period) => ({
    ...scopeFigures(figures, calendar, scope, period),
    computedAt: computedAt.toISOString(),
  });
  return {
    platform: periods.map((period) => ({
      ...emptyPlatformSnapshot(period),
      ...of(PLATFORM, period),
      ...platformFigures(figures, period),
    })),
    vendors: new Map([...figures.names.keys()].map((id) => [id, periods.map((period) => of(id, period))])),
  };
}

function scopeFigures(figures: Figures, calendar: Calendar, scope: string, period: Period): VendorSnapshot {
  const key = keyOf({ scope, period });
  const sums = figures.sums.get(key)?.[0] ?? nothing;
  const { scope: _, ...standing } = figures.standing.get(scope)?.[0] ?? { scope };
  const returning = figures.returning.get(key)?.[0]?.buyers ?? 0;
  const { pending, fulfilled, delivered, cancelled, returned } = sums;
  return {
    ...emptyVendorSnapshot(period),
    ...standing,
    grossSales: sums.grossSales,
    ordersCount: sums.orders,
    unitsSold: sums.units,
    aov: averageOrder(sums.grossSales, sums.orders),
    refundsAmount: sums.refunds,
    deliveredOrders: delivered,
    cancelledOrders: cancelled,
    avgFulfillSeconds: averageSeconds(sums.fulfillMs, sums.fulfillCount),
    avgDeliverSeconds: averageSeconds(sums.deliverMs, sums.deliverCount),
    commissionEarned: sums.commission,
    vendorNetEarnings: sums.netEarnings,
    payoutsPaid: sums.payouts,
    returningCustomers: returning,
    pendingActionCount: figures.sums.get(keyOf({ scope, period: 'all_time' }))?.[0]?.pending ?? 0,
    salesTrend: buildTrend(period, calendar, {
      hours: figures.hours.get(scope) ?? [],
      days: figures.days.get(scope) ?? [],
      months: figures.months.get(scope) ?? [],
    }),
    statusBreakdown: { pending, fulfilled, delivered, cancelled, returned },
    ...topProducts(figures.products.get(key) ?? []),
    lowStockList: (figures.lowStock.get(scope) ?? []).map(({ scope: _scope, ...item }) => item),
    deltas: period === 'all_time' ? null : deltas(sums, figures.previous.get(key)?.[0] ?? nothing),
  };
}

function platformFigures({ sums, names, customers }: Figures, period: Period) {
  const vendors = [...names].flatMap(([vendorId, name]): TopVendor[] => {
    const own = sums.get(keyOf({ scope: vendorId, period }))?.[0];
    return own && own.orders > 0 ? [{ vendorId, name, revenue: own.grossSales, orders: own.orders }] : [];
  });
  const top = (rank: (item: TopVendor) => number) =>
    [...vendors].sort((a, b) => rank(b) - rank(a) || (a.vendorId < b.vendorId ? -1 : 1)).slice(0, TOP);
  return {
    vendorsTotal: names.size,
    vendorsActive: vendors.length,
    customersTotal: customers.total,
    newCustomers: period === 'all_time' ? customers.total : customers[period],
    topVendorsByRevenue: top(({ revenue }) => revenue),
    topVendorsByOrders: top(({ orders }) => orders),
  };
}

function topProducts(ranked: readonly RankedProduct[]) {
  const top = (rank: 'byRevenue' | 'byUnits') =>
    ranked
      .filter((item) => item[rank] <= TOP)
      .sort((a, b) => a[rank] - b[rank])
      .map(({ variantId, productId, name, sku, units, revenue }): TopProduct => {
        return { variantId, productId, name, sku, units, revenue };
      });
  return { topProductsByRevenue: top('byRevenue'), topProductsByUnits: top('byUnits') };
}

function deltas(current: Sums, previous: Sums) {
  return {
    grossSales: deltaOf(current.grossSales, previous.grossSales),
    ordersCount: deltaOf(current.orders, previous.orders),
    unitsSold: deltaOf(current.units, previous.units),
    commissionEarned: deltaOf(current.commission, previous.commission),
  };
}

const nothing: Omit<ScopeSums<Period>, 'scope' | 'period'> = {
  grossSales: 0,
  orders: 0,
  units: 0,
  refunds: 0,
  pending: 0,
  fulfilled: 0,
  delivered: 0,
  cancelled: 0,
  returned: 0,
  fulfillMs: 0,
  fulfillCount: 0,
  deliverMs: 0,
  deliverCount: 0,
  commission: 0,
  netEarnings: 0,
  payouts: 0,
};

function keyOf({ scope, period }: { scope: string; period: Period }): string {
  return `${period} ${scope}`;
}

function byScope<Row extends { scope: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return groupBy(rows, ({ scope }) => scope);
}

function grouped<Row extends { scope: string; period: Period }>(rows: readonly Row[]): Map<string, Row[]> {
  return groupBy(rows, keyOf);
}

function groupBy<Row>(rows: readonly Row[], key: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}
