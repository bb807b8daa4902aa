import type { PlatformSnapshot, VendorSnapshot } from '#domain/analytics/snapshot.js';
import type { Container } from '#runtime/container.js';
import { type Counted, countedRows, type Raw, readRaw } from './reference-rows.js';
import { clockOf, dayOf, plusDays, startOf } from './wall-clock.js';

export const windows = { today: 1, '7d': 7, '30d': 30, all_time: null } as const;
type Window = keyof typeof windows;

const sum = (values: number[]) => values.reduce((total, item) => total + item, 0);
const halfUp = (numerator: number, denominator: number) =>
  denominator === 0 ? 0 : Math.floor(numerator / denominator + 0.5);

/** The dashboard by plain TypeScript over all raw rows: slow, and simple enough to be read. */
export async function referenceDashboard(
  container: Container,
  { now, zone }: { now: Date; zone: string },
): Promise<{ platform: PlatformSnapshot[]; vendors: Map<string, VendorSnapshot[]> }> {
  const raw = await readRaw(container);
  const of = (vendorId: string | null) =>
    (Object.keys(windows) as Window[]).map((window) => snapshot(raw, { now, zone, window, vendorId }));
  return {
    platform: of(null),
    vendors: new Map(raw.vendors.map(({ id }) => [id, of(id).map(withoutPlatform)])),
  };
}

function withoutPlatform(item: PlatformSnapshot): VendorSnapshot {
  const { vendorsTotal: _1, vendorsActive: _2, customersTotal: _3, newCustomers: _4, ...rest } = item;
  const { topVendorsByRevenue: _5, topVendorsByOrders: _6, ...vendor } = rest;
  return vendor;
}

interface Scope {
  now: Date;
  zone: string;
  window: Window;
  vendorId: string | null;
}

function snapshot(raw: Raw, scope: Scope): PlatformSnapshot {
  const { now, zone, window, vendorId } = scope;
  const today = dayOf(now, zone);
  const days = windows[window];
  const first = days === null ? '0000' : plusDays(today, 1 - days);
  const inWindow = (at: Date) => dayOf(at, zone) >= first && dayOf(at, zone) <= today;
  const rows = countedRows(raw, vendorId);
  const current = figures(rows, inWindow);
  const { orders, subOrders } = current;
  const count = (status: string) => subOrders.filter((subOrder) => subOrder.status === status).length;
  const fulfilled = subOrders.flatMap(({ placedAt, fulfilledAt }) =>
    fulfilledAt ? [fulfilledAt.getTime() - placedAt.getTime()] : [],
  );
  const delivered = subOrders.flatMap(({ fulfilledAt, deliveredAt }) =>
    fulfilledAt && deliveredAt ? [deliveredAt.getTime() - fulfilledAt.getTime()] : [],
  );
  const buyers = new Set(orders.map(({ buyer }) => buyer));
  const earlier = new Set(
    rows.orders.filter(({ placedAt }) => dayOf(placedAt, zone) < first).map(({ buyer }) => buyer),
  );
  const own = raw.products.filter((item) => vendorId === null || item.vendorId === vendorId);
  const skus = raw.skus.filter((item) => vendorId === null || item.vendorId === vendorId);
  const low = skus.filter((item) => item.threshold !== null || item.available === 0);
  const vendorsOfWindow = topVendors(raw, subOrders);
  const ranked = topProducts(raw, current.lines);
  const breakdown = {
    pending: count('pending'),
    fulfilled: count('fulfilled'),
    delivered: count('delivered'),
    cancelled: count('cancelled'),
    returned: count('returned'),
  };
  return {
    window,
    computedAt: now.toISOString(),
    grossSales: current.grossSales,
    ordersCount: orders.length,
    unitsSold: current.units,
    aov: halfUp(current.grossSales, orders.length),
    refundsAmount: sum(
      rows.refunds.filter(({ processedAt }) => inWindow(processedAt)).map(({ amount }) => amount),
    ),
    deliveredOrders: breakdown.delivered,
    cancelledOrders: breakdown.cancelled,
    avgFulfillSeconds: halfUp(sum(fulfilled), fulfilled.length * 1_000),
    avgDeliverSeconds: halfUp(sum(delivered), delivered.length * 1_000),
    ...ledger(rows, inWindow),
    vendorsTotal: raw.vendors.length,
    vendorsActive: vendorsOfWindow.length,
    customersTotal: raw.customers.length,
    newCustomers: raw.customers.filter(({ createdAt }) => days === null || createdAt >= startOf(first, zone))
      .length,
    returningCustomers: days === null ? 0 : [...buyers].filter((buyer) => earlier.has(buyer)).length,
    productsTotal: own.length,
    productsActive: own.filter(({ status }) => status === 'active').length,
    productsDraft: own.filter(({ status }) => status === 'draft').length,
    productsArchived: own.filter(({ status }) => status === 'archived').length,
    skusLowStock: skus.filter((item) => item.threshold !== null && item.available < item.threshold).length,
    skusOutOfStock: skus.filter(({ available }) => available === 0).length,
    inventoryUnitsOnHand: sum(skus.map(({ onHand }) => onHand)),
    pendingActionCount: rows.subOrders.filter(({ status }) => status === 'pending').length,
    salesTrend: trend(rows, scope),
    statusBreakdown: breakdown,
    ...(vendorId === null
      ? {
          topVendorsByRevenue: best(
            vendorsOfWindow,
            ({ revenue }) => revenue,
            ({ vendorId: id }) => id,
          ),
          topVendorsByOrders: best(
            vendorsOfWindow,
            (item) => item.orders,
            ({ vendorId: id }) => id,
          ),
        }
      : { topVendorsByRevenue: [], topVendorsByOrders: [] }),
    topProductsByRevenue: best(
      ranked,
      ({ revenue }) => revenue,
      ({ variantId }) => variantId,
    ),
    topProductsByUnits: best(
      ranked,
      ({ units }) => units,
      ({ variantId }) => variantId,
    ),
    lowStockList: best(
      low,
      (item) => (item.threshold ?? 0) - item.available,
      ({ variantId }) => variantId,
      20,
    ).map(({ variantId, sku, name, onHand, threshold }) => ({ variantId, sku, name, onHand, threshold })),
    deltas: days === null ? null : deltas(rows, current, scope, days),
  };
}

function figures({ orders, subOrders, lines, ledger: entries }: Counted, inWindow: (at: Date) => boolean) {
  const of = {
    orders: orders.filter(({ placedAt }) => inWindow(placedAt)),
    subOrders: subOrders.filter(({ placedAt }) => inWindow(placedAt)),
    lines: lines.filter(({ placedAt }) => inWindow(placedAt)),
  };
  return {
    ...of,
    grossSales: sum(of.orders.map(({ total }) => total)),
    units: sum(of.lines.map(({ quantity }) => quantity)),
    commission: sum(entries.filter(({ at }) => inWindow(at)).map(({ commission }) => commission)),
  };
}

function ledger({ ledger: entries }: Counted, inWindow: (at: Date) => boolean) {
  const of = entries.filter(({ at }) => inWindow(at));
  return {
    commissionEarned: sum(of.map(({ commission }) => commission)),
    vendorNetEarnings: sum(of.map(({ netEarnings }) => netEarnings)),
    payoutsPaid: sum(of.map(({ payouts }) => payouts)),
  };
}

function deltas(rows: Counted, current: ReturnType<typeof figures>, { now, zone }: Scope, days: number) {
  const today = dayOf(now, zone);
  const firstDay = plusDays(today, 1 - 2 * days);
  const cut = plusDays(today, -days);
  const before = figures(rows, (at) => {
    const day = dayOf(at, zone);
    return day === cut ? clockOf(at, zone) < clockOf(now, zone) : day >= firstDay && day < cut;
  });
  const delta = (a: number, b: number) => {
    const pct = b === 0 ? null : Math.sign(a - b) * (Math.floor((Math.abs(a - b) * 10_000) / b + 0.5) / 100);
    return { absolute: a - b, pct: pct === 0 ? 0 : pct };
  };
  return {
    grossSales: delta(current.grossSales, before.grossSales),
    ordersCount: delta(current.orders.length, before.orders.length),
    unitsSold: delta(current.units, before.units),
    commissionEarned: delta(current.commission, before.commission),
  };
}

function trend({ orders }: Counted, { now, zone, window }: Scope) {
  const today = dayOf(now, zone);
  const starts: Date[] = [];
  if (window === 'today') {
    for (let at = startOf(today, zone).getTime(); at <= now.getTime(); at += 3_600_000)
      starts.push(new Date(at));
  } else if (window === 'all_time') {
    const firstDay = [...orders.map(({ placedAt }) => dayOf(placedAt, zone)), today].sort()[0] ?? today;
    for (
      let month = firstDay.slice(0, 7);
      month <= today.slice(0, 7);
      month = plusDays(`${month}-28`, 4).slice(0, 7)
    )
      starts.push(startOf(`${month}-01`, zone));
  } else {
    for (let ago = (windows[window] ?? 1) - 1; ago >= 0; ago -= 1)
      starts.push(startOf(plusDays(today, -ago), zone));
  }
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? new Date(now.getTime() + 1);
    const within = orders.filter(({ placedAt }) => placedAt >= start && placedAt < end);
    return {
      bucket: start.toISOString(),
      revenue: sum(within.map(({ total }) => total)),
      orders: within.length,
    };
  });
}

function topVendors(raw: Raw, subOrders: Counted['subOrders']) {
  return raw.vendors.flatMap(({ id, name }) => {
    const own = subOrders.filter(({ vendorId }) => vendorId === id);
    return own.length === 0
      ? []
      : [{ vendorId: id, name, revenue: sum(own.map(({ total }) => total)), orders: own.length }];
  });
}

function topProducts(raw: Raw, lines: Counted['lines']) {
  return [...new Set(lines.map(({ variantId }) => variantId))].map((variantId) => {
    const own = lines.filter((item) => item.variantId === variantId);
    const product = raw.variants.find(({ id }) => id === variantId);
    return {
      variantId,
      productId: product?.productId ?? null,
      name: product?.title ?? 'Sold line',
      sku: product ? product.sku : 'SOLD',
      units: sum(own.map(({ quantity }) => quantity)),
      revenue: sum(own.map(({ total }) => total)),
    };
  });
}

function best<T>(rows: readonly T[], rank: (row: T) => number, id: (row: T) => string, most = 5): T[] {
  return [...rows].sort((a, b) => rank(b) - rank(a) || (id(a) < id(b) ? -1 : 1)).slice(0, most);
}
