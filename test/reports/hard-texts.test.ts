import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { tenHardTexts } from '../_support/hard-texts.js';
import { readWorkbook } from './read-workbook.js';
import { expectCells, expectCsv, reportOfTexts } from './report-of-texts.js';
import { exportedFile, type ReportShop, startReportShop } from './report-shop.js';

let shop: ReportShop;
let columns: number;
beforeAll(async () => {
  shop = await startReportShop();
  const { reports } = shop.platform.container;
  const report = reportOfTexts(reports, tenHardTexts);
  columns = report.columns.length;
  expect(columns).toBeGreaterThan(20);
  reports.add('platform', report);
});
afterAll(() => shop.stop());

test('ten hard texts in every field of every report are read back from CSV', async () => {
  const { file } = await exportedFile(shop.http, 'hard-texts', { format: 'csv' });
  expectCsv(file, tenHardTexts, columns);
});

test('and from XLSX, as cells of text', async () => {
  const { file } = await exportedFile(shop.http, 'hard-texts', { format: 'xlsx' });
  const [, ...rows] = readWorkbook(file).rows;
  expectCells(
    rows.map((cells) => cells.map(({ value }) => value)),
    tenHardTexts,
    columns,
  );
  expect(new Set(rows.flat().map(({ type, format }) => `${type} ${format}`))).toEqual(new Set(['str @']));
});
