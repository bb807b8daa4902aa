import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { csvStatement } from '#db/reports/report-files-sql.js';
import type { ReportDefinition } from '#db/reports/report-sql.js';
import { codeLine } from '#domain/discounts/discount-code.js';
import { csvInstant } from '#domain/payouts/csv.js';
import { statementCsv } from '#domain/payouts/statement.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const written: [zone: string, instant: string, text: string][] = [
  ['Asia/Kolkata', '2026-11-30T19:00:00.000Z', '2026-12-01T00:30:00+05:30'],
  ['UTC', '2026-11-30T19:00:00.999Z', '2026-11-30T19:00:00+00:00'],
  ['America/New_York', '2026-03-08T06:59:59.000Z', '2026-03-08T01:59:59-05:00'],
  ['America/New_York', '2026-03-08T07:00:00.000Z', '2026-03-08T03:00:00-04:00'],
  ['America/St_Johns', '2026-01-01T00:00:00.000Z', '2025-12-31T20:30:00-03:30'],
  ['Asia/Kathmandu', '2026-01-01T00:00:00.000Z', '2026-01-01T05:45:00+05:45'],
];

it.each(written)(
  'in %s, %s is %s in the files of reports and in all others',
  async (timeZone, instant, text) => {
    expect(csvInstant(new Date(instant), timeZone)).toBe(text);
    const report: ReportDefinition = {
      key: 'one',
      title: 'One',
      description: 'One instant',
      dateField: 'At',
      columns: [{ key: 'at', label: 'At', type: 'datetime' }],
      filters: [],
      keys: () => 'select 1 as id',
      order: 'id',
      rows: () => `select w.place, timestamptz '${instant}' as at from wanted w`,
    };
    const statement = csvStatement(report, { ...input, timeZone } as never, 10).replace(/^copy \(/, '');
    const { rows } = await platform.container.knex.raw<{ rows: Record<string, string>[] }>(
      statement.replace(/\) to stdout with \(format csv\)$/, ''),
    );
    expect(Object.values(rows[0] ?? {})).toEqual([text]);
  },
);

const input = {
  from: '2026-01-01T00:00:00Z',
  to: '2027-01-01T00:00:00Z',
  filters: {},
  vendorId: null,
  currency: 'INR',
};

it('codes and statements have it too', () => {
  const at = new Date('2026-11-30T19:00:00Z');
  expect(codeLine({ code: 'A', orderNumber: null, createdAt: at }, 'Asia/Kolkata')).toBe(
    'A,,2026-12-01T00:30:00+05:30\r\n',
  );
  const row = { postedAt: at, kind: 'sale', orderNumber: '1', reason: null };
  const amounts = { gross: 1, platformDiscount: 0, commission: 0, commissionTax: 0, tcs: 0, tds: 0, net: 1 };
  expect(statementCsv([{ ...row, ...amounts } as never], 'Asia/Kolkata')).toContain(
    '2026-12-01T00:30:00+05:30,sale',
  );
});
