import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse';
import type { ReportExportResponse } from '#api/reports/reports.schemas.js';
import { createBulkShop } from '../analytics/bulk-shop.js';
import { type ReportShop, requestExport, settled, startReportShop } from './report-shop.js';
import { eventually } from '../_support/eventually.js';
import { unzip } from './read-workbook.js';

/** Orders in the table; those of an export are the newest. */
const ORDERS = Number(process.env['ORDERS'] ?? 1_000_000);
const PER_DAY = 1_000;
const MAX = 200_000;
/**
 * Of the process that writes a workbook: other work has its turn in between. Counted in time of a processor: on a machine
 * that has a tenth of one for this process, each turn takes ten times as long.
 */
const MAX_DELAY_MS = 100;

let shop: ReportShop;
const until = new Date();

beforeAll(async () => {
  shop = await startReportShop();
  await createBulkShop(shop.platform, { orders: ORDERS, perDay: PER_DAY, until });
});
afterAll(() => shop.stop());

/** A range that holds exactly the newest `rows` orders. */
const rangeOf = (rows: number) => ({
  from: new Date(until.getTime() - (rows * 86_400_000) / PER_DAY - 1_000).toISOString(),
  to: until.toISOString(),
});

interface FileStatistics {
  rows: number;
  distinct: number;
  /** Subunits. */
  grandTotal: number;
}

async function written(
  format: 'csv' | 'xlsx',
  rows: number,
): Promise<{ row: ReportExportResponse; file: Buffer; delayMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  const { body, status } = await requestExport(shop.http, 'orders', { format, ...rangeOf(rows) });
  expect(status).toBe(201);
  await settled(shop.http, body.data.id, ['processing', 'ready']);
  delay.enable();
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  await eventually(async () => {
    const response = await shop.http.get<ReportExportResponse>(`/admin/report-exports/${body.data.id}`);
    expect(['pending', 'processing']).not.toContain(response.body.data.status);
  });
  delay.disable();
  const { user, system } = process.cpuUsage(cpu);
  const share = Math.min(1, (user + system) / 1_000 / (performance.now() - began));
  const row = await settled(shop.http, body.data.id);
  const response = await shop.http.raw('GET', row.downloadUrl ?? '');
  return {
    row,
    file: Buffer.from(await response.arrayBuffer()),
    delayMs: (delay.percentile(99) / 1e6) * share,
  };
}

async function csvStatistics(file: Buffer): Promise<FileStatistics> {
  const path = join(shop.platform.container.config.STORAGE_DIR, 'read-back.csv');
  await writeFile(path, file);
  const numbers = new Set<string>();
  let grandTotal = 0;
  let rows = 0;
  const records = createReadStream(path).pipe(parse({ bom: true, columns: true }));
  for await (const record of records as AsyncIterable<Record<string, string>>) {
    rows += 1;
    numbers.add(record['Order number'] ?? '');
    grandTotal += Math.round(Number(record['Grand total (INR)']) * 100);
  }
  return { rows, distinct: numbers.size, grandTotal };
}

/** Row by row: 2.8 million cells at once would not fit. */
function xlsxStatistics(file: Buffer): FileStatistics {
  const xml = unzip(file).get('xl/worksheets/sheet1.xml') ?? Buffer.alloc(0);
  const numbers = new Set<string>();
  let grandTotal = 0;
  let rows = 0;
  for (let at = xml.indexOf('<row '); at >= 0; at = xml.indexOf('<row ', at + 1)) {
    const row = xml.toString('utf8', at, xml.indexOf('</row>', at));
    const cell = (column: string) =>
      new RegExp(`r="${column}\\d+"[^>]*>.*?<(?:v|t)(?: [^>]*)?>(.*?)</(?:v|t)>`).exec(row)?.[1] ?? '';
    rows += 1;
    if (rows === 1) continue;
    numbers.add(cell('A'));
    grandTotal += Math.round(Number(cell('M')) * 100);
  }
  return { rows: rows - 1, distinct: numbers.size, grandTotal };
}

async function expectedTotal(rows: number): Promise<number> {
  const { from, to } = rangeOf(rows);
  const { knex } = shop.platform.container;
  const newest = knex('orders').where('placedAt', '>=', from).where('placedAt', '<', to);
  const [sum] = (await knex
    .from(newest.orderBy('placedAt', 'desc').limit(MAX).select('grandTotal').as('newest'))
    .sum({ total: 'grandTotal' })) as { total: number }[];
  return Number(sum?.total);
}

describe.each(['csv', 'xlsx'] as const)('an export of as many rows as a file can hold: %s', (format) => {
  it.each([
    [MAX, false],
    [MAX + 1, true],
  ])('%i rows are read back whole, truncated: %s', async (rows, truncated) => {
    const { row, file, delayMs } = await written(format, rows);
    expect(row).toMatchObject({ status: 'ready', rowCount: MAX, truncated, fileSize: file.length });
    const details = format === 'csv' ? await csvStatistics(file) : xlsxStatistics(file);
    expect(details).toEqual({ rows: MAX, distinct: MAX, grandTotal: await expectedTotal(rows) });
    console.log(
      `${format}, ${rows} rows: ${file.length} bytes, event-loop delay p99 ${delayMs.toFixed(1)} ms of a processor`,
    );
    // Postgres formats a CSV file; a workbook is written by this process.
    if (format === 'xlsx') expect(delayMs).toBeLessThan(MAX_DELAY_MS);
  });
});
