import { DateTime } from 'luxon';
import { buyerOf, isCounted } from '#domain/orders/counted-order.js';
import type { Order } from '#domain/orders/order.js';
import type { ReportRow } from '#domain/reports/report.js';
import type { Knex } from '#db/kernel/knex.js';

/** The raw rows that reports are made of. */
export interface RawRows {
  orders: Order[];
  subOrders: {
    id: string;
    orderId: string;
    vendorId: string;
    status: string;
    total: number;
    placedAt: Date;
  }[];
  lines: {
    id: string;
    orderId: string;
    vendorId: string;
    variantId: string;
    quantity: number;
    lineSubtotal: number;
    discountTotal: number;
  }[];
  redemptions: {
    id: string;
    orderId: string;
    code: string;
    name: string;
    amount: number;
    state: string;
    redeemedAt: Date;
  }[];
}

export async function readRaw(knex: Knex): Promise<RawRows> {
  return {
    orders: (await knex('orders')) as Order[],
    subOrders: (await knex('orders_sub_orders')) as RawRows['subOrders'],
    lines: (await knex('orders_lines')) as RawRows['lines'],
    redemptions: (await knex('discounts_redemptions')) as RawRows['redemptions'],
  };
}

export interface Asked {
  from: string;
  to: string;
  filters: Record<string, string>;
  timeZone: string;
  vendorId?: string;
}

export interface Expected {
  rows: ReportRow[];
  kpis: Record<string, number | null>;
  /** What the trend sums up; undefined for a report without one. */
  points?: { at: Date; values: Record<string, number> }[];
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const average = (total: number, count: number) => (count === 0 ? null : Math.floor(total / count + 0.5));
const inRange = (at: Date, { from, to }: Asked) => at >= new Date(from) && at < new Date(to);
const same = (item: string, other: string) => item.trim().toLowerCase() === other.trim().toLowerCase();

/** The latest first, then by id. */
function latest<Row>(rows: Row[], at: (row: Row) => Date, id: (row: Row) => string): Row[] {
  return [...rows].sort(
    (a, b) => at(b).getTime() - at(a).getTime() || (id(a) < id(b) ? 1 : id(a) > id(b) ? -1 : 0),
  );
}

export function expectedOrders(raw: RawRows, asked: Asked): Expected {
  const { status, paymentStatus, vendorId } = asked.filters;
  const subOrdersOf = (order: Order) => raw.subOrders.filter((subOrder) => subOrder.orderId === order.id);
  const found = raw.orders.filter(
    (order) =>
      inRange(order.placedAt, asked) &&
      (!status || order.status === status) &&
      (!paymentStatus || order.paymentStatus === paymentStatus) &&
      (!vendorId || subOrdersOf(order).some((subOrder) => subOrder.vendorId === vendorId)),
  );
  const counted = found.filter(isCounted);
  const grossSales = sum(counted.map(({ grandTotal }) => grandTotal));
  return {
    rows: latest(
      found,
      ({ placedAt }) => placedAt,
      ({ id }) => id,
    ).map((order) => ({
      orderNumber: order.orderNumber,
      placedAt: order.placedAt.toISOString(),
      customerEmail: order.email,
      status: order.status,
      paymentStatus: order.paymentStatus,
      paymentMethod: order.paymentMethod,
      vendorCount: subOrdersOf(order).length,
      itemCount: sum(raw.lines.filter((line) => line.orderId === order.id).map(({ quantity }) => quantity)),
      subtotal: order.subtotal,
      discountTotal: order.discountTotal,
      shippingTotal: order.shippingTotal,
      taxTotal: order.taxTotal,
      grandTotal: order.grandTotal,
      refundedTotal: order.refundedTotal,
      lostDisputes: 0,
    })),
    kpis: {
      orders: counted.length,
      grossSales,
      aov: average(grossSales, counted.length),
      refunds: sum(counted.map(({ refundedTotal }) => refundedTotal)),
    },
    points: counted.map(({ placedAt, grandTotal }) => ({
      at: placedAt,
      values: { orders: 1, grossSales: grandTotal },
    })),
  };
}

export function expectedDiscounts(raw: RawRows, asked: Asked): Expected {
  const { code } = asked.filters;
  const orderOf = (id: string) => raw.orders.find((order) => order.id === id) as Order;
  const found = raw.redemptions.filter(
    (row) => row.state === 'held' && inRange(row.redeemedAt, asked) && (!code || same(row.code, code)),
  );
  const discountTotal = sum(found.map(({ amount }) => amount));
  return {
    rows: latest(
      found,
      ({ redeemedAt }) => redeemedAt,
      ({ id }) => id,
    ).map((row) => ({
      redeemedAt: row.redeemedAt.toISOString(),
      code: row.code,
      discountName: row.name,
      orderNumber: orderOf(row.orderId).orderNumber,
      customerEmail: orderOf(row.orderId).email,
      discountAmount: row.amount,
      orderTotal: orderOf(row.orderId).grandTotal,
    })),
    kpis: {
      redemptions: found.length,
      discountTotal,
      orderTotal: sum([...new Set(found.map(({ orderId }) => orderId))].map((id) => orderOf(id).grandTotal)),
    },
    points: found.map(({ redeemedAt, amount }) => ({
      at: redeemedAt,
      values: { redemptions: 1, discountTotal: amount },
    })),
  };
}

export function expectedCustomers(raw: RawRows, asked: Asked): Expected {
  const counted = raw.orders.filter(isCounted);
  const buyers = [...new Set(counted.filter(({ placedAt }) => inRange(placedAt, asked)).map(buyerOf))];
  const found = buyers
    .map((buyer) => {
      const ever = latest(
        counted.filter((order) => buyerOf(order) === buyer),
        ({ placedAt }) => placedAt,
        ({ id }) => id,
      );
      const orders = ever.filter(({ placedAt }) => inRange(placedAt, asked));
      return { buyer, ever, orders, last: orders[0] as Order };
    })
    .filter(({ last }) => !asked.filters['email'] || same(last.email, asked.filters['email']));
  const totalOf = (orders: Order[]) => sum(orders.map(({ grandTotal }) => grandTotal));
  return {
    rows: latest(
      found,
      ({ last }) => last.placedAt,
      ({ buyer }) => buyer,
    ).map(({ ever, orders, last }) => ({
      email: last.email,
      name: last.customerName,
      firstOrderAt: ever.at(-1)?.placedAt.toISOString() ?? null,
      lastOrderAt: ever[0]?.placedAt.toISOString() ?? null,
      ordersCount: orders.length,
      unitsBought: sum(
        raw.lines.filter((line) => orders.some(({ id }) => id === line.orderId)).map((line) => line.quantity),
      ),
      totalSpent: totalOf(orders),
      aov: average(totalOf(orders), orders.length),
      refundedTotal: sum(orders.map(({ refundedTotal }) => refundedTotal)),
    })),
    kpis: {
      customers: found.length,
      returningCustomers: found.filter(({ ever }) => (ever.at(-1)?.placedAt ?? 0) < new Date(asked.from))
        .length,
      totalSpent: sum(found.map(({ orders }) => totalOf(orders))),
    },
  };
}

/** The points of a trend: a bucket for each local day or month, empty ones included. */
export function expectedTrend(
  { points = [] }: Expected,
  asked: Asked,
  series: string[],
): { granularity: string; points: Record<string, string | number>[] } {
  const local = (at: string) => DateTime.fromISO(at, { zone: asked.timeZone });
  const granularity = local(asked.to) > local(asked.from).plus({ days: 62 }) ? 'month' : 'day';
  const result: Record<string, string | number>[] = [];
  let start = local(asked.from).startOf(granularity);
  while (start < local(asked.to)) {
    const end = start.plus({ [granularity]: 1 });
    const inside = points.filter(({ at }) => at >= start.toJSDate() && at < end.toJSDate());
    const values = series.map((key) => [key, sum(inside.map(({ values: item }) => item[key] ?? 0))]);
    result.push({ ...Object.fromEntries(values), bucket: start.toJSDate().toISOString() });
    start = end;
  }
  return { granularity, points: result };
}
