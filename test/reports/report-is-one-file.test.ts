import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { ReportDefinition } from '#db/reports/report-sql.js';
import { readWorkbook } from './read-workbook.js';
import { createVendor } from '../_support/vendors.js';
import { exportedFile, type ReportShop, startReportShop } from './report-shop.js';

/** A whole report: what it says of itself, and its statements. */
const signUps: ReportDefinition = {
  key: 'sign-ups',
  title: 'Vendors signed up',
  description: 'One row for each vendor that signed up in the range.',
  dateField: 'Signed up at',
  columns: [
    { key: 'name', label: 'Name', type: 'string' },
    { key: 'signedUpAt', label: 'Signed up at', type: 'datetime' },
    { key: 'active', label: 'Active', type: 'boolean' },
    { key: 'commission', label: 'Commission', type: 'number' },
    { key: 'deposit', label: 'Deposit', type: 'money' },
    { key: 'day', label: 'Day', type: 'date' },
  ],
  filters: [
    { key: 'slug', label: 'Slug', type: 'string' },
    { key: 'status', label: 'Status', type: 'enum', options: [{ value: 'active', label: 'Active' }] },
  ],
  kpis: [{ key: 'vendors', label: 'Vendors', type: 'number' }],
  trendSeries: [{ key: 'vendors', label: 'Vendors', type: 'number' }],
  keys: (args) =>
    `select v.id, v.created_at from vendors v where v.created_at >= ${args.from} and v.created_at < ${args.to}` +
    (args.has('slug') ? ` and lower(v.slug) = lower(${args.filter('slug')})` : ''),
  order: 'created_at desc, id desc',
  rows: () => `
    select w.place, v.display_name as name, v.created_at as signed_up_at, v.status = 'active' as active,
      v.commission_bps as commission, (-1 * v.commission_bps)::bigint as deposit, v.created_at::date as day
    from wanted w join vendors v on v.id = w.id`,
  summary: (args) => `
    select count(*) as vendors from vendors v where v.created_at >= ${args.from} and v.created_at < ${args.to}`,
  trend: (args) => `
    select v.created_at as at, 1 as vendors from vendors v
    where v.created_at >= ${args.from} and v.created_at < ${args.to}`,
};

let shop: ReportShop;
let slugs: string[];

beforeAll(async () => {
  shop = await startReportShop();
  const { container } = shop.platform;
  container.reports.add('platform', signUps);
  slugs = [];
  for (const displayName of ['=cmd', 'Lamps, "brass"', 'हाट 🪔']) {
    const { slug } = await createVendor(container, { displayName, commissionBps: 1_205 });
    slugs.push(slug);
  }
});
afterAll(() => shop.stop());

describe('a report that is one file', () => {
  it('is listed and described', async () => {
    const list = await shop.http.get<{ key: string }[]>('/admin/reports');
    expect(list.body.data.map(({ key }) => key)).toEqual(expect.arrayContaining(['orders', 'sign-ups']));
    const { body } = await shop.http.get('/admin/reports/sign-ups/meta');
    const { keys, order, rows, summary, trend, ...metadata } = signUps;
    expect([typeof keys, order, typeof rows, typeof summary, typeof trend]).toBeDefined();
    expect(body.data).toEqual(metadata);
  });

  it('runs, with a page, figures, a trend and its filters', async () => {
    const page = await shop.http.get<{ name: string }[]>('/admin/reports/sign-ups?limit=2&offset=1');
    expect(page.body.metadata).toEqual({ total: 3, limit: 2, offset: 1, hasMore: false });
    expect(page.body.data.map(({ name }) => name)).toEqual(['Lamps, "brass"', '=cmd']);
    const filters = encodeURIComponent(JSON.stringify({ slug: slugs[0]?.toUpperCase() }));
    const item = await shop.http.get<object[]>(`/admin/reports/sign-ups?filters=${filters}`);
    expect(item.body.data).toEqual([
      expect.objectContaining({ name: '=cmd', active: true, commission: 1_205, deposit: -1_205 }),
    ]);
    const summary = await shop.http.get('/admin/reports/sign-ups/summary');
    expect(summary.body.data).toEqual({ kpis: [{ ...signUps.kpis?.[0], value: 3 }] });
    const trend = await shop.http.get<{ points: { vendors: number }[] }>('/admin/reports/sign-ups/trend');
    expect(trend.body.data).toMatchObject({ granularity: 'day', series: signUps.trendSeries });
    expect(trend.body.data.points).toHaveLength(31);
    expect(trend.body.data.points.reduce((sum, { vendors }) => sum + vendors, 0)).toBe(3);
  });

  it('is exported as CSV', async () => {
    const { row, file } = await exportedFile(shop.http, 'sign-ups', { format: 'csv' });
    expect(row).toMatchObject({ rowCount: 3, truncated: false, fileSize: file.length });
    const [labels, ...lines] = parse(file, { bom: true });
    expect(labels).toEqual(['Name', 'Signed up at', 'Active', 'Commission', 'Deposit (INR)', 'Day']);
    expect(lines.map(([name]) => name)).toEqual(['हाट 🪔', 'Lamps, "brass"', "'=cmd"]);
    expect(lines.map((line) => line.slice(2, 5))).toEqual(Array(3).fill(['true', '1205', '-12.05']));
    expect(lines[0]?.[1]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+05:30$/);
  });

  it('is exported as XLSX', async () => {
    const { row, file } = await exportedFile(shop.http, 'sign-ups', { format: 'xlsx' });
    expect(row).toMatchObject({ rowCount: 3, truncated: false, fileSize: file.length });
    const { rows } = readWorkbook(file);
    expect(rows).toHaveLength(4);
    expect(rows[0]?.map(({ value }) => value)[1]).toBe('Signed up at (Asia/Kolkata)');
    expect(rows[3]?.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['=cmd', '1', '1205', '-12.05']),
    );
  });
});
