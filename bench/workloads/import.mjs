import { join } from 'node:path';
import { writeProductFile } from '../load/product-file.mjs';
import { target } from '../report.mjs';
import { drained } from '../stand/backlog.mjs';
import { importFile } from '../stand/import-file.mjs';
import { copyRows } from '../stand/copy-rows.mjs';
import { vendorToken } from '../stand/sessions.mjs';

/** A product file from its upload to the last row, beside `COPY` of the rows that it became. */
export const defaults = { products: 1_000, orders: 2_000, rows: 50_000, million: false };

/** Imports a file of so many rows that is written for it. */
async function importRows(stand, headers, rows, group, say) {
  const file = join(stand.folder, `${group}.csv`);
  await writeProductFile(file, rows, group);
  return importFile(stand, headers, { file, rows, group }, say);
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
  const long = million ? await importRows(stand, headers, 1_000_000, 'million', say) : undefined;
  const copyPerSecond = rows / copied.seconds;
  const round = (value) => Math.round(value * 10) / 10;
  const runs = [short, usual, ...(long ? [long] : [])];
  return {
    tables: {
      'Rows per second': [
        ...runs.map(({ rows: count, seconds, perSecond, memoryMb: worker, cpu }) => ({
          what: 'import',
          rows: count,
          seconds: round(seconds),
          'rows/s': Math.round(perSecond),
          'worker MB': worker,
          'worker CPU s': cpu.worker,
          'Postgres CPU s': cpu.postgres,
        })),
        { what: 'COPY of the rows it became', rows, seconds: round(copied.seconds), 'rows/s': Math.round(copyPerSecond), 'worker MB': '', 'worker CPU s': '', 'Postgres CPU s': '' }, // prettier-ignore
      ],
      'The tables that were copied': copied.tables,
    },
    targets: [
      target('rows imported', usual.perSecond, { least: 2_000, unit: 'rows/s' }),
      ...(long ? [target('worker, second half of the million beside the first', growth(long.memory), { most: 60, unit: 'MB more' })] : []), // prettier-ignore
    ],
    details: { runs, copied, ofCopy: usual.perSecond / copyPerSecond },
  };
}
