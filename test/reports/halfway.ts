import { expect } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import pg from 'pg';
import type { ReportExportResponse } from '#api/reports/reports.schemas.js';
import { EXPORTS_PREFIX } from '#domain/reports/report-export.js';
import type { Container } from '#runtime/container.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { createConfirmedOrder } from '../_support/orders.js';
import type { TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { readWorkbook } from './read-workbook.js';
import { requestExport, settled } from './report-shop.js';

const ORDERS = 6;
const FORMATS = ['csv', 'xlsx'] as const;

/** An export of each format that is stopped behind its header: its rows wait for a table that the test holds. */
export interface Halfway {
  http: HttpClient;
  ids: string[];
  /** Lets the rows through. */
  letGo(): Promise<void>;
}

export async function exportsHalfway({ container, http }: TestPlatform): Promise<Halfway> {
  const { token } = await createSession(container, { permissions: ['reports:view', 'reports:export'] });
  const { vendorId } = await createVendor(container);
  for (let index = 0; index < ORDERS; index += 1)
    await createConfirmedOrder(container, { vendorIds: [vendorId] });
  const holder = new pg.Client({
    connectionString: container.config.DATABASE_URL,
    application_name: 'holder',
  });
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('begin; lock table orders_lines in access exclusive mode');
  const admin = http.as(token);
  const ids: string[] = [];
  for (const format of FORMATS) ids.push((await requestExport(admin, 'orders', { format })).body.data.id);
  await eventually(async () => {
    const rows = await container
      .knex('pg_stat_activity')
      .whereRaw('datname = current_database()')
      .where('waitEventType', 'Lock')
      .whereLike('applicationName', '%-streaming')
      .select('pid');
    expect(rows).toHaveLength(FORMATS.length);
  });
  return { http: admin, ids, letGo: () => holder.end() };
}

/** Each export is one row, ready, with one whole file, and nothing else is stored. */
export async function expectWhole(container: Container, { http, ids }: Halfway): Promise<void> {
  await eventually(async () => {
    const rows = (await container.knex('reports_exports').select('status')) as { status: string }[];
    expect(rows.map(({ status }) => status)).toEqual(['ready', 'ready']);
  });
  for (const id of ids) {
    const row: ReportExportResponse = await settled(http, id);
    const file = Buffer.from(await (await http.raw('GET', row.downloadUrl ?? '')).arrayBuffer());
    const lines = row.format === 'csv' ? parse(file, { bom: true }).length : readWorkbook(file).rows.length;
    expect({ ...row, lines }).toMatchObject({
      rowCount: ORDERS,
      truncated: false,
      fileSize: file.length,
      lines: ORDERS + 1,
    });
  }
  const stored: string[] = [];
  for await (const { key } of container.storage.list(EXPORTS_PREFIX))
    stored.push(key.slice(EXPORTS_PREFIX.length));
  expect(stored.sort()).toEqual([...ids].sort());
}
