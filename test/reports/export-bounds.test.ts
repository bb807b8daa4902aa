import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { createConfirmedOrder } from '../_support/orders.js';
import { createVendor } from '../_support/vendors.js';
import { readWorkbook } from './read-workbook.js';
import { exportedFile, type ReportShop, requestExport, startReportShop } from './report-shop.js';

const ORDERS = 5;

let shop: ReportShop;

beforeAll(async () => {
  shop = await startReportShop();
  const { container } = shop.platform;
  const { vendorId } = await createVendor(container);
  for (let index = 0; index < ORDERS; index += 1)
    await createConfirmedOrder(container, { vendorIds: [vendorId] });
});
afterAll(() => shop.stop());

const linesOf = (file: Buffer, format: 'csv' | 'xlsx') =>
  format === 'csv' ? parse(file, { bom: true }).length : readWorkbook(file).rows.length;

describe.each(['csv', 'xlsx'] as const)('export-truncates: %s', (format) => {
  it.each([
    [ORDERS - 1, true],
    [ORDERS, false],
    [ORDERS + 1, false],
  ])('a file of at most %i of 5 rows is truncated: %s', async (maxRows, truncated) => {
    shop.platform.container.reports.limits.maxRows = maxRows;
    const { row, file } = await exportedFile(shop.http, 'orders', { format });
    const rows = Math.min(maxRows, ORDERS);
    expect(row).toMatchObject({ rowCount: rows, truncated, fileSize: file.length });
    expect(row.progress).toEqual({ done: rows, total: rows });
    expect(linesOf(file, format)).toBe(rows + 1);
  });
});

describe('export-of-nothing', () => {
  it.each(['csv', 'xlsx'] as const)('a %s of no rows has its labels', async (format) => {
    const range = { from: '2020-01-01T00:00:00.000Z', to: '2020-02-01T00:00:00.000Z' };
    const { row, file } = await exportedFile(shop.http, 'orders', { format, ...range });
    expect(row).toMatchObject({ rowCount: 0, truncated: false });
    expect(linesOf(file, format)).toBe(1);
  });
});

describe('export-idempotent', () => {
  it('20 equal requests with one key make one export, another body is refused', async () => {
    const headers = { 'idempotency-key': 'export-of-today' };
    const body = { format: 'csv' as const, from: '2020-01-01T00:00:00.000Z', to: '2020-02-01T00:00:00.000Z' };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => requestExport(shop.http, 'orders', body, headers)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    const [first] = responses;
    for (const response of responses) expect(response.body.data).toEqual(first?.body.data);
    expect(first?.body.data.status).toBe('pending');
    const { knex } = shop.platform.container;
    const id = first?.body.data.id;
    expect(await knex('audit_entries').where({ entity: 'reportExport', entityId: id })).toHaveLength(1);
    const same = await knex('reports_exports').where({ fileName: first?.body.data.fileName, format: 'csv' });
    // One of them is the export of nothing.
    expect(same.filter((row: { id: string }) => row.id === id)).toHaveLength(1);
    expect(same).toHaveLength(2);
    const other = await requestExport(shop.http, 'orders', { ...body, format: 'xlsx' }, headers);
    expect(other.status).toBe(409);
  });
});

describe('export list', () => {
  it('is filtered by report and status, the newest first', async () => {
    const { body } = await shop.http.get<{ createdAt: string; status: string; reportKey: string }[]>(
      '/admin/report-exports?reportKey=orders&status=ready&limit=3',
    );
    expect(body.data).toHaveLength(3);
    const times = body.data.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
    expect(body.metadata).toMatchObject({ limit: 3, offset: 0, hasMore: true });
    const none = await shop.http.get('/admin/report-exports?reportKey=customers');
    expect([none.body.data, none.body.metadata]).toEqual([
      [],
      { total: 0, limit: 50, offset: 0, hasMore: false },
    ]);
    expect((await shop.http.get('/admin/report-exports?status=done')).status).toBe(400);
    expect((await shop.http.get('/admin/report-exports?limit=501')).status).toBe(400);
  });
});
