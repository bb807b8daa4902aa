import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { asCsvByLibreOffice, hasLibreOffice } from '../_support/foreign-readers.js';
import { hardTexts } from '../_support/hard-texts.js';
import { expectCells, reportOfTexts } from './report-of-texts.js';
import { exportedFile, type ReportShop, startReportShop } from './report-shop.js';

let shop: ReportShop;
let columns: number;
beforeAll(async () => {
  shop = await startReportShop();
  const { reports } = shop.platform.container;
  const report = reportOfTexts(reports, hardTexts);
  columns = report.columns.length;
  reports.add('platform', report);
});
afterAll(() => shop.stop());

test('LibreOffice shows forty hard texts of a workbook as they are', async () => {
  if (!(await hasLibreOffice())) return;
  const { file } = await exportedFile(shop.http, 'hard-texts', { format: 'xlsx' });
  const [heads, ...rows] = parse(await asCsvByLibreOffice(file), { bom: true, relax_quotes: true });
  expect(heads).toHaveLength(columns);
  expectCells(rows, hardTexts, columns);
});
