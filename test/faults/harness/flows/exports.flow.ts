import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import type { ReportExportResponse } from '#api/reports/reports.schemas.js';
import { AppError } from '#domain/_shared/app-error.js';
import { exportIdOf, EXPORTS_PREFIX } from '#domain/reports/report-export.js';
import { expireReportExport } from '#workflows/reports/reports.contract.js';
import { createSession } from '../../../_support/accounts.js';
import { createConfirmedOrder } from '../../../_support/orders.js';
import { createVendor } from '../../../_support/vendors.js';
import { readWorkbook } from '../../../reports/read-workbook.js';
import { RetriesExhausted, type RetryingClient } from '../clients/retrying-client.js';
import { type Finding, finding } from '../finding.js';
import type { Flow, Fixtures } from '../flow.js';
import type { Random } from '../random.js';

const TIMEOUT_MS = 240_000;
const ORDERS = 25;

/** A range of the past, in which nobody places orders meanwhile. */
const placedAt = new Date('2026-01-15T06:30:00.000Z');
const range = { from: '2026-01-15T00:00:00.000Z', to: '2026-01-16T00:00:00.000Z' };

/** Operators export orders of a day long past, as CSV or XLSX, and read the file back. */
export function createFlow(): Flow {
  let token = '';
  const files: { id: string; format: string; rows: number; wanted: number }[] = [];

  async function settled(http: RetryingClient, id: string): Promise<ReportExportResponse> {
    for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await sleep(500)) {
      const { data } = (await http.call<ReportExportResponse>('GET', `/admin/report-exports/${id}`)).body;
      if (data.status !== 'pending' && data.status !== 'processing') return data;
    }
    throw new RetriesExhausted(`export ${id} did not end`);
  }

  return {
    name: 'exports',
    clients: 1,
    pauseMs: 1_000,
    points: ['export'],
    rest: { 'exports under way': `reports_exports where status in ('pending', 'processing')` },
    // The run that deletes a ready export begins in seven days.
    idle: [expireReportExport.name],

    async prepare({ container }) {
      ({ token } = await createSession(container, { permissions: ['reports:view', 'reports:export'] }));
      const { vendorId } = await createVendor(container);
      const orderIds: string[] = [];
      for (let index = 0; index < ORDERS; index += 1)
        orderIds.push((await createConfirmedOrder(container, { vendorIds: [vendorId], placedAt })).orderId);
      await deliverAll(container, orderIds);
    },

    async round(fixtures, random: Random) {
      const http = fixtures.api.as(token);
      const format = random.pick(['csv', 'xlsx'] as const);
      fixtures.points.reach('export');
      const body = { format, ...range };
      const { data } = (
        await http.call<ReportExportResponse>('POST', '/admin/reports/orders/export', { body })
      ).body;
      const row = await settled(http, data.id);
      if (row.status !== 'ready') throw new Error(`export ${row.id} is ${row.status}: ${row.error}`);
      files.push({ id: row.id, format, rows: row.rowCount, wanted: ORDERS });
    },

    async later({ container: { gateway, knex, storage } }) {
      const ready = (await knex('reports_exports').where({ status: 'ready' })) as {
        id: string;
        format: string;
        rowCount: number;
      }[];
      for (const { id, format, rowCount } of ready) {
        const object = await storage.get(`${EXPORTS_PREFIX}${id}`);
        const file = object ? Buffer.concat((await object.body.toArray()) as Buffer[]) : undefined;
        const lines =
          file && (format === 'csv' ? parse(file, { bom: true }).length : readWorkbook(file).rows.length);
        files.push({ id, format, rows: (lines ?? 0) - 1, wanted: rowCount });
        // What would be done in seven days. A run that went with the engine is not there to be ended: the sweep of
        // old exports removes its file.
        const run = expireReportExport.id({ exportId: id } as never);
        await gateway.jobs.cancel(run, { identity: 'harness', requestId: id }).catch(ignoreLost);
      }
    },

    check: () => Promise.resolve([wholeFiles(files)]),
    invariants: async (fixtures) => [await nothingIsHalfDone(fixtures), await filesAndRowsAgree(fixtures)],
  };
}

function ignoreLost(error: unknown): void {
  if (!(error instanceof AppError && ['NOT_FOUND', 'CONFLICT'].includes(error.code))) throw error;
}

/** Orders of the past hold no stock, and their variants have none: no movement tells where it came from. */
async function deliverAll({ knex }: Fixtures['container'], orderIds: readonly string[]): Promise<void> {
  const done = { status: 'delivered', fulfilledAt: placedAt, deliveredAt: placedAt };
  await knex('orders_sub_orders').whereIn('orderId', orderIds).update(done);
  await knex('orders').whereIn('id', orderIds).update({ status: 'delivered' });
  const sold = knex('orders_lines').whereIn('orderId', orderIds).select('variantId');
  await knex('inventory_levels').whereIn('variantId', sold).update({ onHand: 0 });
}

function wholeFiles(files: readonly { id: string; format: string; rows: number; wanted: number }[]): Finding {
  const odd = files.filter(({ rows, wanted }) => rows !== wanted);
  return finding(
    'every file is whole',
    files.length,
    odd.map(
      ({ id, format, rows, wanted }) => `the ${format} of export ${id} has ${rows} rows, not ${wanted}`,
    ),
  );
}

async function nothingIsHalfDone({ container: { knex } }: Fixtures): Promise<Finding> {
  const rows = (await knex('reports_exports').select('id', 'status')) as { id: string; status: string }[];
  const open = rows.filter(({ status }) => status === 'pending' || status === 'processing');
  const problems = open.map(({ id, status }) => `export ${id} is still ${status}`);
  return finding('no export is pending or processing', rows.length, problems, { mayBeEmpty: true });
}

async function filesAndRowsAgree({ container: { knex, storage } }: Fixtures): Promise<Finding> {
  const rows = (await knex('reports_exports').where({ status: 'ready' }).select('id')) as { id: string }[];
  const stored: string[] = [];
  for await (const { key } of storage.list(EXPORTS_PREFIX)) stored.push(exportIdOf(key));
  const ready = new Set(rows.map(({ id }) => id));
  const problems = [
    ...stored.filter((id) => !ready.has(id)).map((id) => `the file of export ${id} has no ready row`),
    ...[...ready].filter((id) => !stored.includes(id)).map((id) => `export ${id} is ready and has no file`),
  ];
  return finding('ready exports have a file, and others none', stored.length + ready.size, problems, {
    mayBeEmpty: true,
  });
}
