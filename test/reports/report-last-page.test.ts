import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createConfirmedOrder } from '../_support/orders.js';
import { createVendor } from '../_support/vendors.js';
import { aroundNow, type ReportShop, startReportShop } from './report-shop.js';

const ORDERS = 7;

let shop: ReportShop;

beforeAll(async () => {
  shop = await startReportShop({ workers: [] });
  const { container } = shop.platform;
  const { vendorId } = await createVendor(container);
  const placedAt = new Date(Date.now() - 86_400_000);
  // Two of one instant: the id decides.
  for (let index = 0; index < ORDERS; index += 1) {
    const at = new Date(placedAt.getTime() + Math.floor(index / 2) * 1_000);
    await createConfirmedOrder(container, { vendorIds: [vendorId], placedAt: at });
  }
});
afterAll(() => shop.stop());

describe('the pages of a report', () => {
  it('follow each other to the last, each row once', async () => {
    const seen: unknown[] = [];
    const all = await shop.http.get<{ orderNumber: string }[]>('/admin/reports/orders');
    for (let offset = 0; offset < ORDERS; offset += 3) {
      const { body } = await shop.http.get<object[]>(`/admin/reports/orders?limit=3&offset=${offset}`);
      expect(body.metadata).toEqual({ total: ORDERS, limit: 3, offset, hasMore: offset + 3 < ORDERS });
      seen.push(...body.data);
    }
    expect(seen).toEqual(all.body.data);
    expect(new Set(all.body.data.map(({ orderNumber }) => orderNumber)).size).toBe(ORDERS);
  });

  it('are empty behind the last', async () => {
    const { body } = await shop.http.get(`/admin/reports/orders?offset=${ORDERS}`);
    expect([body.data, body.metadata]).toEqual([
      [],
      { total: ORDERS, limit: 100, offset: ORDERS, hasMore: false },
    ]);
  });

  it('are found by an index over the keys of the rows', async () => {
    const { knex } = shop.platform.container;
    await knex.raw('set enable_seqscan = off');
    const report = shop.platform.container.reports.find('platform', 'orders');
    const { literalArguments } = await import('#db/reports/report-sql.js');
    const input = { ...aroundNow, filters: {}, vendorId: null, timeZone: 'Asia/Kolkata' };
    const keys = report?.keys(literalArguments(input)) ?? '';
    const { rows } = (await knex.raw(`explain ${keys} order by ${report?.order} limit 3 offset 3`)) as {
      rows: Record<string, string>[];
    };
    expect(JSON.stringify(rows)).toMatch(/orders_placed/);
    expect(JSON.stringify(rows)).not.toMatch(/Sort/);
  });
});
