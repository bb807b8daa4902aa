import { setTimeout as sleep } from 'node:timers/promises';
import { target } from '../report.mjs';
import { drained } from '../stand/backlog.mjs';
import { runBenchProcess } from '../stand/bench-process.mjs';
import { cpuSeconds, memoryMb } from '../stand/process-usage.mjs';
import { adminToken } from '../stand/sessions.mjs';
import { oneByOne } from './invoice.mjs';

/**
 * Files of the report `orders`, 14 columns: CPU beside a bare `COPY` and beside exceljs alone, memory of the worker, and
 * invoices rendered beside two workbooks.
 */
export const defaults = { products: 1_000, orders: 2_000, rows: 200_000, rounds: 3, invoices: 10 };

const PER_DAY = 1_000;
const MINUTE = 60_000;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const round = (value) => Math.round(value * 100) / 100;

/** The newest orders, so many of them: the demo data is older. */
const rangeOf = (until, rows) => ({
  from: new Date(until - (rows * 86_400_000) / PER_DAY).toISOString(),
  to: new Date(until + MINUTE).toISOString(),
});

async function request(stand, headers, format, range) {
  const response = await fetch(`${stand.url}/admin/reports/orders/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ format, ...range }),
  });
  const { data, message } = await response.json();
  if (response.status !== 201) throw new Error(`The export returned ${response.status}: ${message}`);
  return data.id;
}

/** Waits for the file; `look` is called four times a second. */
async function untilReady(stand, id, look = () => {}) {
  for (;;) {
    const [row] = await stand.query(
      'select status, row_count, file_size, error from reports_exports where id = $1',
      [id],
    );
    if (row.status === 'ready') return row;
    if (row.status === 'failed') throw new Error(`The export failed: ${row.error}`);
    look();
    await sleep(250);
  }
}

async function measure(stand, headers, format, range) {
  const memory = [];
  const idle = memoryMb({ worker: stand.pids.worker }).worker;
  const pids = { worker: stand.pids.worker, postgres: stand.pids.postgres };
  const before = cpuSeconds(pids);
  const began = performance.now();
  const row = await untilReady(stand, await request(stand, headers, format, range), () =>
    memory.push(memoryMb({ worker: stand.pids.worker }).worker),
  );
  const seconds = (performance.now() - began) / 1_000;
  const after = cpuSeconds(pids);
  return {
    format,
    rows: row.row_count,
    megabytes: round(Number(row.file_size) / 2 ** 20),
    seconds: round(seconds),
    'worker CPU s': round(after.worker - before.worker),
    'Postgres CPU s': round(after.postgres - before.postgres),
    'MB above idle': Math.round(Math.max(0, ...memory) - idle),
  };
}

/** Milliseconds of an invoice alone, and beside two workbooks that are being written. */
async function neighbours(stand, headers, range, count) {
  const subOrders = await stand.query(
    `select p.id, p.order_id from orders_sub_orders p join vendors v on v.id = p.vendor_id join orders o on o.id = p.order_id
     where p.status <> 'cancelled' and p.confirmed_at is not null and v.gstin is not null and o.order_number like 'HT-%'
     order by p.id limit $1`,
    [2 * count + 3],
  );
  // The browser starts with the first one.
  await oneByOne(stand, headers, subOrders.splice(0, 3));
  const alone = await oneByOne(stand, headers, subOrders.splice(0, count));
  const ids = await Promise.all(['xlsx', 'xlsx'].map((format) => request(stand, headers, format, range)));
  await sleep(1_000);
  const beside = await oneByOne(stand, headers, subOrders.splice(0, count));
  const [{ left }] = await stand.query(
    `select count(*)::integer as left from reports_exports where status = 'processing'`,
  );
  await Promise.all(ids.map((id) => untilReady(stand, id)));
  return { alone, beside, 'workbooks still being written': left };
}

export async function run({ options, start, say }) {
  const { products, orders, rows, rounds, invoices } = options;
  const stand = await start({ size: { products, orders }, apps: ['worker', 'api'] });
  const headers = { authorization: `Bearer ${await adminToken(stand)}` };
  say(`writing ${rows} orders`);
  await runBenchProcess('write-orders', [rows, PER_DAY], stand.env);
  const until = Date.now();
  await drained(stand);
  // Code and connections are warm from here on.
  for (const format of ['csv', 'xlsx']) await measure(stand, headers, format, rangeOf(until, 2_000));
  const turns = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    const range = rangeOf(until, rows);
    const csv = await measure(stand, headers, 'csv', range);
    const xlsx = await measure(stand, headers, 'xlsx', range);
    const bare = await runBenchProcess(
      'export-baseline',
      [stand.pids.postgres, range.from, range.to, rows],
      stand.env,
    );
    turns.push({ csv, xlsx, bare });
    say(`turn ${turn + 1} of ${rounds}`);
  }
  const quarter = await measure(stand, headers, 'xlsx', rangeOf(until, rows / 4));
  const quarterCsv = await measure(stand, headers, 'csv', rangeOf(until, rows / 4));
  const near = invoices > 0 ? await neighbours(stand, headers, rangeOf(until, rows), invoices) : undefined;
  const ofCopy = median(
    turns.map(
      ({ csv, bare }) => (csv['worker CPU s'] + csv['Postgres CPU s']) / (bare.copy.own + bare.copy.postgres),
    ),
  );
  const ofSheet = median(turns.map(({ xlsx, bare }) => xlsx['worker CPU s'] / bare.sheet));
  const most = (format) => Math.max(...turns.map((turn) => turn[format]['MB above idle']));
  return {
    tables: {
      Files: [...turns.flatMap(({ csv, xlsx }) => [csv, xlsx]), quarterCsv, quarter],
      'The least that they can cost, CPU seconds': turns.map(({ bare }) => ({
        'COPY, reader': round(bare.copy.own),
        'COPY, Postgres': round(bare.copy.postgres),
        'exceljs alone': round(bare.sheet),
      })),
      ...(near && {
        'Invoices one after the other, milliseconds': [
          { what: 'alone', ...near.alone },
          { what: 'beside two workbooks', ...near.beside },
        ],
      }),
    },
    targets: [
      target('CSV beside COPY of the same statement, CPU', ofCopy, { most: 3.5, unit: 'times' }),
      target('XLSX beside exceljs alone, CPU of the worker', ofSheet, { most: 1.6, unit: 'times' }),
      target('worker above idle, CSV', most('csv'), { most: 100, unit: 'MB' }),
      target('worker above idle, XLSX', most('xlsx'), { most: 250, unit: 'MB' }),
      target(
        'memory at all rows beside a quarter, XLSX',
        most('xlsx') / Math.max(1, quarter['MB above idle']),
        { most: 1.2, unit: 'times' },
      ),
      ...(near
        ? [
            target('an invoice beside two workbooks', near.beside.p50 / near.alone.p50, {
              most: 3,
              unit: 'times',
            }),
          ]
        : []),
    ],
    details: { turns, quarter, quarterCsv, near },
  };
}
