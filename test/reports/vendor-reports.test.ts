import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { ReportExportResponse } from '#api/reports/reports.schemas.js';
import { isCounted } from '#domain/orders/counted-order.js';
import type { Order, OrderLine, SubOrder } from '#domain/orders/order.js';
import type { HttpClient } from '../_support/http-client.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { writeRandomOrders } from './random-orders.js';
import { type ReportShop, settled, startReportShop } from './report-shop.js';

const until = new Date('2026-11-20T12:00:00.000Z');
const range = { from: '2026-10-01T00:00:00.000Z', to: '2026-11-15T00:00:00.000Z' };
const query = `from=${range.from}&to=${range.to}&limit=500`;

let shop: ReportShop;
let vendors: TestVendor[];
let orders: Map<string, Order>;
let subOrders: SubOrder[];
let lines: OrderLine[];

beforeAll(async () => {
  shop = await startReportShop();
  const { container } = shop.platform;
  vendors = [await createVendor(container), await createVendor(container)];
  const vendorIds = vendors.map(({ vendorId }) => vendorId);
  await writeRandomOrders(container, { count: 60, vendorIds, until, days: 70, seed: 3 });
  const rows = (await container.knex('orders')) as Order[];
  orders = new Map(rows.map((order) => [order.id, order]));
  subOrders = (await container.knex('orders_sub_orders')) as SubOrder[];
  lines = (await container.knex('orders_lines')) as OrderLine[];
});
afterAll(() => shop.stop());

const inRange = ({ placedAt }: { placedAt: Date }) =>
  placedAt >= new Date(range.from) && placedAt < new Date(range.to);
const counted = (orderId: string) => isCounted(orders.get(orderId) as Order);
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const client = (vendor: TestVendor): HttpClient => shop.platform.http.as(vendor.token);
const kpisOf = async (http: HttpClient, key: string) => {
  const { body } = await http.get<{ kpis: { key: string; value: number }[] }>(
    `/vendor/reports/${key}/summary?${query}`,
  );
  return Object.fromEntries(body.data.kpis.map(({ key: kpi, value }) => [kpi, value]));
};

describe.each([0, 1])('the reports of vendor %i', (index) => {
  it('orders has its sub-orders alone, with its own amounts', async () => {
    const vendor = vendors[index] as TestVendor;
    const own = subOrders.filter((subOrder) => subOrder.vendorId === vendor.vendorId && inRange(subOrder));
    const http = client(vendor);
    const { body } = await http.get<{ orderNumber: string; total: number }[]>(
      `/vendor/reports/orders?${query}`,
    );
    const expected = own.map(({ orderId, total }) => [orders.get(orderId)?.orderNumber, total]);
    expect(body.data.map(({ orderNumber, total }) => [orderNumber, total]).sort()).toEqual(expected.sort());
    expect(body.metadata?.total).toBe(own.length);
    const sold = own.filter(({ orderId }) => counted(orderId));
    const grossSales = sum(sold.map(({ total }) => total));
    expect(await kpisOf(http, 'orders')).toEqual({
      orders: sold.length,
      grossSales,
      aov: Math.floor(grossSales / sold.length + 0.5),
    });
    const trend = await http.get<{ points: { grossSales: number }[] }>(
      `/vendor/reports/orders/trend?${query}`,
    );
    expect(sum(trend.body.data.points.map((point) => point.grossSales))).toBe(grossSales);
  });

  it('products has its variants alone', async () => {
    const vendor = vendors[index] as TestVendor;
    const subOrderIds = new Set(
      subOrders
        .filter(
          (subOrder) =>
            subOrder.vendorId === vendor.vendorId && inRange(subOrder) && counted(subOrder.orderId),
        )
        .map(({ id }) => id),
    );
    const own = lines.filter(({ subOrderId }) => subOrderIds.has(subOrderId));
    const variants = new Set(own.map(({ variantId }) => variantId));
    const http = client(vendor);
    const { body } = await http.get<{ unitsSold: number; sales: number }[]>(
      `/vendor/reports/products?${query}`,
    );
    const units = sum(own.map(({ quantity }) => quantity));
    const sales = sum(own.map(({ lineSubtotal, discountTotal }) => lineSubtotal - discountTotal));
    expect([body.data.length, body.metadata?.total]).toEqual([variants.size, variants.size]);
    expect([sum(body.data.map((row) => row.unitsSold)), sum(body.data.map((row) => row.sales))]).toEqual([
      units,
      sales,
    ]);
    expect(await kpisOf(http, 'products')).toEqual({ products: variants.size, unitsSold: units, sales });
  });

  it('are exported with its own rows', async () => {
    const vendor = vendors[index] as TestVendor;
    const http = client(vendor);
    const { body, status } = await http.post<ReportExportResponse>('/vendor/reports/orders/export', {
      format: 'csv',
      ...range,
    });
    expect(status).toBe(201);
    const row = await settled(http, body.data.id, ['ready', 'failed'], 'vendor');
    const file = await (await http.raw('GET', row.downloadUrl ?? '')).text();
    const numbers = (parse(file, { bom: true }) as string[][]).slice(1).map(([number]) => number);
    const own = subOrders.filter((subOrder) => subOrder.vendorId === vendor.vendorId && inRange(subOrder));
    expect(numbers.sort()).toEqual(own.map(({ orderId }) => orders.get(orderId)?.orderNumber).sort());
  });
});

it('a vendor has no report of the platform', async () => {
  const http = client(vendors[0] as TestVendor);
  expect((await http.get('/vendor/reports/customers')).status).toBe(404);
  const list = await http.get<{ key: string }[]>('/vendor/reports');
  expect(list.body.data.map(({ key }) => key)).toEqual(['orders', 'products']);
});
