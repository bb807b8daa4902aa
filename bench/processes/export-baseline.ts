import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import exceljs from 'exceljs';
import { literalArguments, type ReportInput, rowsStatement } from '#db/reports/report-sql.js';
import { sheetStatement } from '#db/reports/report-files-sql.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { parseConfig } from '#lib/config.js';
import { createContainer } from '#runtime/container.js';
import { cpuSeconds } from '../stand/process-usage.mjs';

/**
 * The least that a file of the report `orders` can cost: `node export-baseline.js <postgres pid> <from> <to> <most rows>`.
 * `copy` reads `COPY` of the same statement unformatted and throws it away, `sheet` writes the same rows from memory by
 * exceljs alone. Prints their CPU seconds as a line of JSON.
 */
const [pid = '0', from = '', to = '', most = '200000'] = process.argv.slice(2);
const postgres = Number(pid);
const container = await createContainer(parseConfig(process.env), { name: 'bench' });
await container.start();
const report = container.reports.find('platform', 'orders');
if (!report) throw new Error('There is no report of orders');
const input: ReportInput = {
  from,
  to,
  filters: {},
  vendorId: null,
  timeZone: storeSettings.timeZone.default,
};

async function cpuOf(work: () => Promise<unknown>): Promise<{ own: number; postgres: number }> {
  const parts = { own: process.pid, postgres };
  const before = cpuSeconds(parts);
  await work();
  const after = cpuSeconds(parts);
  const used = (part: keyof typeof parts) => (after[part] ?? 0) - (before[part] ?? 0);
  return { own: used('own'), postgres: used('postgres') };
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

const copy = await cpuOf(() =>
  container.streaming.use(async (connection) => {
    const statement = rowsStatement(report, literalArguments(input), `limit ${most}`);
    const rows = connection.copyOut(`copy (select * from (${statement}) as r order by r.place) to stdout`);
    await finished(rows.pipe(nowhere()));
  }),
);

const rows: unknown[][] = [];
await container.streaming.use(async (connection) => {
  const isMoney = report.columns.map(({ type }) => type === 'money');
  for await (const batch of connection.batches<Record<string, unknown>>(
    sheetStatement(report, input, Number(most)),
  ))
    for (const row of batch)
      rows.push(isMoney.map((money, index) => (money ? Number(row[`c${index}`]) / 100 : row[`c${index}`])));
});

const sheet = await cpuOf(async () => {
  const target = nowhere();
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({
    stream: target as never,
    useStyles: true,
    useSharedStrings: false,
  });
  const worksheet = workbook.addWorksheet('Orders');
  worksheet.columns = report.columns.map(({ type }) =>
    type === 'money' || type === 'datetime' ? { width: 18, style: { numFmt: '#,##0.00' } } : { width: 18 },
  );
  for (const row of rows) worksheet.addRow(row).commit();
  worksheet.commit();
  await workbook.commit();
});
await container.stop();
console.log(JSON.stringify({ rows: rows.length, copy, sheet: sheet.own }));
