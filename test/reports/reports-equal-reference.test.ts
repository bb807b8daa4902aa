import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { DateTime } from 'luxon';
import { orderStatuses, paymentStatuses } from '#domain/orders/order.js';
import type { ReportRow } from '#domain/reports/report.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { HttpClient } from '../_support/http-client.js';
import { createReportRegistry } from '#db/reports/registry.report.js';
import { createVendor } from '../_support/vendors.js';
import { seeded, writeRandomOrders } from './random-orders.js';
import {
  type Asked,
  type Expected,
  expectedCustomers,
  expectedDiscounts,
  expectedOrders,
  expectedTrend,
  type RawRows,
  readRaw,
} from './reference.js';
import { reportContract } from './report-contract.js';
import { requestExport, type ReportShop, settled, startReportShop } from './report-shop.js';

const DAY = 86_400_000;
const until = new Date('2026-11-20T12:34:56.789Z');
const vendorIds: string[] = [];

let shop: ReportShop;
let raw: RawRows;

beforeAll(async () => {
  shop = await startReportShop();
  const { container } = shop.platform;
  for (let index = 0; index < 3; index += 1) vendorIds.push((await createVendor(container)).vendorId);
  await writeRandomOrders(container, { count: 150, vendorIds, until, days: 120, seed: 7 });
  raw = await readRaw(container.knex);
});
afterAll(() => shop.stop());

const references: Record<string, (raw: RawRows, asked: Asked) => Expected> = {
  orders: expectedOrders,
  discounts: expectedDiscounts,
  customers: expectedCustomers,
};

/** Days that a range may have: both sides of the edge between days and months. */
const spans = [62 * DAY, 62 * DAY + 1, 63 * DAY, 30 * DAY, 3 * DAY, 100 * DAY, 1];

async function setTimeZone(timeZone: string): Promise<void> {
  const { knex, settings } = shop.platform.container;
  await knex.raw('delete from settings_values where key = ?', ['store.time_zone']);
  await knex('settings_values').insert({ key: 'store.time_zone', value: JSON.stringify(timeZone) });
  await settings.refresh();
  expect(settings.get(storeSettings.timeZone)).toBe(timeZone);
}

function asks(key: string, timeZone: string): Asked[] {
  const random = seeded(timeZone.length);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const filters: Record<string, () => object> = {
    orders: () => ({
      ...(random() < 0.4 && { status: pick(orderStatuses) }),
      ...(random() < 0.4 && { paymentStatus: pick(paymentStatuses) }),
      ...(random() < 0.4 && { vendorId: pick(vendorIds) }),
    }),
    discounts: () => (random() < 0.5 ? { code: pick(['diwali10', 'HOLI', 'NONE']) } : {}),
    customers: () =>
      random() < 0.5 ? { email: pick(['ASHA@example.com', 'ravi@example.com', 'no@x.in']) } : {},
  };
  return spans.map((span) => {
    // Half of the ranges begin or end at the very instant of an order.
    const edge = random() < 0.5 ? pick(raw.orders).placedAt.getTime() : until.getTime() - random() * 60 * DAY;
    const [from, to] = random() < 0.5 ? [edge, edge + span] : [edge - span, edge];
    return {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      timeZone,
      filters: (filters[key]?.() ?? {}) as Record<string, string>,
    };
  });
}

async function everyPart(http: HttpClient, key: string, { from, to, filters }: Asked) {
  const query = new URLSearchParams({ from, to, filters: JSON.stringify(filters), limit: '500' });
  const get = async <T>(part: string) => (await http.get<T>(`/admin/reports/${key}${part}?${query}`)).body;
  return {
    run: await get<ReportRow[]>(''),
    summary: await get<{ kpis: { key: string; value: number | null }[] }>('/summary'),
    trend: await get<{ granularity: string; series: { key: string }[]; points: object[] }>('/trend'),
  };
}

describe.each(Object.keys(references))('the report %s', (key) => {
  it.each(['Asia/Kolkata', 'America/St_Johns', 'UTC'])(
    'equals the reference on the clock of %s: rows, KPIs and trend',
    async (timeZone) => {
      await setTimeZone(timeZone);
      for (const asked of asks(key, timeZone)) {
        const expected = references[key]?.(raw, asked) as Expected;
        const { run, summary, trend } = await everyPart(shop.http, key, asked);
        expect(run.data).toEqual(expected.rows);
        expect(run.metadata?.total).toBe(expected.rows.length);
        expect(Object.fromEntries(summary.data.kpis.map(({ key: kpi, value }) => [kpi, value]))).toEqual(
          expected.kpis,
        );
        const series = trend.data.series.map(({ key: name }) => name);
        const wanted = expectedTrend(expected, asked, series);
        expect(trend.data).toMatchObject({
          granularity: wanted.granularity,
          points: series.length > 0 ? wanted.points : [],
        });
      }
    },
  );

  it('agrees with its file to the subunit', async () => {
    await setTimeZone('Asia/Kolkata');
    const asked: Asked = {
      from: new Date(until.getTime() - 90 * DAY).toISOString(),
      to: until.toISOString(),
      filters: {},
      timeZone: 'Asia/Kolkata',
    };
    const { body } = await requestExport(shop.http, key, { format: 'csv', from: asked.from, to: asked.to });
    const row = await settled(shop.http, body.data.id);
    const file = await (await shop.http.raw('GET', row.downloadUrl ?? '')).text();
    const columns = shop.platform.container.reports.find('platform', key)?.columns ?? [];
    const expected = references[key]?.(raw, asked).rows ?? [];
    expect(expected.length).toBeGreaterThan(4);
    expect(parse(file, { bom: true }).slice(1)).toEqual(
      expected.map((item) =>
        columns.map(({ key: column, type }) => {
          const value = item[column];
          if (type === 'datetime' && value !== null && value !== undefined)
            return DateTime.fromISO(String(value), { zone: 'Asia/Kolkata' })
              .startOf('second')
              .toISO({ suppressMilliseconds: true });
          return type === 'money' ? (Number(value) / 100).toFixed(2) : String(value ?? '');
        }),
      ),
    );
  });
});

const registry = createReportRegistry();
for (const audience of ['platform', 'vendor'] as const)
  for (const report of registry.list(audience))
    reportContract(report, async () => ({
      knex: shop.platform.container.knex,
      from: new Date(until.getTime() - 121 * DAY).toISOString(),
      to: until.toISOString(),
      vendorId: audience === 'vendor' ? vendorIds[0] : undefined,
    }));
