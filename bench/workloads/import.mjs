import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BAD_EVERY, writeProductFile } from '../load/product-file.mjs';
import { target } from '../report.mjs';
import { drained } from '../stand/backlog.mjs';
import { importFile, upload } from '../stand/import-file.mjs';
import { copyRows } from '../stand/copy-rows.mjs';
import { adminToken, vendorToken } from '../stand/sessions.mjs';

/** Rows of a product in the files. */
const SIZES = 8;

/** A product file from its upload to the last row, beside `COPY` of the rows that it became. */
export const defaults = { products: 1_000, orders: 2_000, rows: 50_000, million: false };

/** Imports a file of so many rows that is written for it. */
async function importRows(stand, headers, rows, group, say, content = {}) {
  const file = join(stand.folder, `${group}.csv`);
  await writeProductFile(file, rows, group, content);
  const bad = content.errors ? Math.ceil(rows / SIZES / BAD_EVERY) : 0;
  return { what: group, ...(await importFile(stand, headers, { file, rows, group, bad }, say)) };
}

/** Cancels an import in its middle. @returns seconds until it has ended, and the rows that it has taken in */
async function cancelImport(stand, headers, rows) {
  const file = join(stand.folder, 'cancelled.csv');
  await writeProductFile(file, rows, 'cancelled');
  const id = await upload(stand, headers, file, 'cancelled.csv');
  const read = async () => (await stand.query('select * from product_imports where id = $1', [id]))[0];
  while (Number((await read()).rows_read) === 0) await sleep(50);
  const began = performance.now();
  const response = await fetch(`${stand.url}/admin/jobs/product-imports-run-${id}/cancel`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await adminToken(stand)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'bench' }),
  });
  if (response.status !== 202)
    throw new Error(`The cancellation got ${response.status}: ${await response.text()}`);
  for (;;) {
    const { status, rows_read: taken } = await read();
    if (status === 'cancelled') return { seconds: (performance.now() - began) / 1000, taken: Number(taken) };
    if (status !== 'running') throw new Error(`The import ended as ${status} before it was cancelled`);
    await sleep(50);
  }
}

/** How much higher the highest is in the second half than in the first. */
function growth(memory) {
  const half = Math.floor(memory.length / 2);
  return Math.max(...memory.slice(half)) - Math.max(...memory.slice(0, half));
}

export async function run({ options, start, say }) {
  const { products, orders, rows, million } = options;
  const stand = await start({ size: { products, orders }, apps: ['sandboxes', 'worker', 'api'] });
  const headers = { authorization: `Bearer ${await vendorToken(stand)}` };
  await drained(stand);
  await importRows(stand, headers, 2_000, 'warmup', say);
  const short = await importRows(stand, headers, 10_000, 'short', say);
  const usual = await importRows(stand, headers, rows, 'usual', say);
  const copied = await copyRows(stand, 'usual');
  const pictures = await importRows(stand, headers, 10_000, 'pictures', say, { pictures: true });
  const errors = await importRows(stand, headers, 10_000, 'errors', say, { errors: true });
  const cancelled = await cancelImport(stand, headers, rows);
  const long = million ? await importRows(stand, headers, 1_000_000, 'million', say) : undefined;
  const copyPerSecond = rows / copied.seconds;
  const round = (value) => Math.round(value * 10) / 10;
  const runs = [short, usual, pictures, errors, ...(long ? [long] : [])];
  return {
    tables: {
      'Rows per second': [
        ...runs.map(({ what, rows: count, seconds, perSecond, memoryMb: worker, cpu }) => ({
          what: `import: ${what}`,
          rows: count,
          seconds: round(seconds),
          'rows/s': Math.round(perSecond),
          'worker MB': worker,
          'worker CPU s': cpu.worker,
          'Postgres CPU s': cpu.postgres,
        })),
        {
          what: 'COPY of the rows it became',
          rows,
          seconds: round(copied.seconds),
          'rows/s': Math.round(copyPerSecond),
          'worker MB': '',
          'worker CPU s': '',
          'Postgres CPU s': '',
        },
      ],
      'The tables that were copied': copied.tables,
    },
    targets: [
      target('rows imported', usual.perSecond, { least: 2_000, unit: 'rows/s' }),
      target('rows with pictures beside rows without', pictures.perSecond / short.perSecond, { least: 0.5 }),
      target('rows with errors beside rows without', errors.perSecond / short.perSecond, { least: 0.5 }),
      target('until a cancelled import has ended', cancelled.seconds, { most: 20, unit: 's' }),
      ...(long
        ? [
            target('worker, second half of the million beside the first', growth(long.memory), {
              most: 60,
              unit: 'MB more',
            }),
          ]
        : []),
    ],
    details: { runs, copied, cancelled, ofCopy: usual.perSecond / copyPerSecond },
  };
}
