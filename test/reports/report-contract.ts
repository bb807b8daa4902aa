import { beforeAll, describe, expect, it } from '@jest/globals';
import { snakeCase } from '#db/kernel/case-mapping.js';
import { createCountCache } from '#db/kernel/count-cache.js';
import type { Knex } from '#db/kernel/knex.js';
import { readReportTrend, runReport, summarizeReport } from '#db/reports/report-run.query.js';
import { csvStatement, sheetStatement } from '#db/reports/report-files-sql.js';
import {
  boundArguments,
  type ReportDefinition,
  type ReportInput,
  rowsStatement,
} from '#db/reports/report-sql.js';
import { newId } from '#lib/ids.js';

export interface ReportUnderTest {
  /** The database with the tables of the report; the more rows, the more is tried. */
  knex: Knex;
  /** Instants in ISO 8601 around these rows. */
  from: string;
  to: string;
  /** Of a vendor's report: whose rows they are. */
  vendorId?: string;
}

interface Field {
  name: string;
  dataTypeID: number;
}

/** What Postgres may give for each type of column, by the ids of its types. */
const allowed: Record<string, readonly number[] | undefined> = {
  money: [20],
  number: [20, 23, 701],
  datetime: [1184],
  date: [1082],
  boolean: [16],
};

/** What runs, trends and files of reports rely on: call it in a test file with the definition and a migrated database. */
export function reportContract(report: ReportDefinition, start: () => Promise<ReportUnderTest>): void {
  describe(`the report ${report.key}`, () => {
    let tested: ReportUnderTest;
    beforeAll(async () => {
      tested = await start();
    });

    const inputOf = (patch: Partial<ReportInput> = {}): ReportInput => ({
      from: tested.from,
      to: tested.to,
      filters: {},
      timeZone: 'Asia/Kolkata',
      vendorId: tested.vendorId ?? null,
      ...patch,
    });
    const run = (input: ReportInput, limit = 500, offset = 0) =>
      runReport(tested.knex, report, input, { limit, offset }, createCountCache());
    const copied = async (input: ReportInput) => {
      const { rows } = await tested.knex.raw<{ rows: object[] }>(sheetStatement(report, input, 1_000));
      return rows.length;
    };

    it('says what it shows: keys in camelCase, each once, and a label for each', () => {
      expect(report.key).toMatch(/^[a-z][a-z0-9-]*$/);
      for (const items of [report.columns, report.filters, report.kpis ?? [], report.trendSeries ?? []]) {
        const keys = items.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
        for (const { key, label } of items)
          expect([key, label]).toEqual([
            expect.stringMatching(/^[a-z][A-Za-z0-9]*$/),
            expect.stringMatching(/\S/),
          ]);
      }
      expect(report.columns.length).toBeGreaterThan(0);
      for (const { type, options } of report.filters)
        expect((options?.length ?? 0) > 0).toBe(type === 'enum');
      expect(report.summary !== undefined).toBe((report.kpis?.length ?? 0) > 0);
      expect(report.trend !== undefined).toBe((report.trendSeries?.length ?? 0) > 0);
    });

    it('has a column of the database for each of its own, of the type that files expect', async () => {
      const { args, bindings } = boundArguments(inputOf());
      const statement = rowsStatement(report, args, 'limit 1');
      const { fields } = await tested.knex.raw<{ fields: Field[] }>(statement, bindings);
      const types = new Map(fields.map(({ name, dataTypeID }) => [name, dataTypeID]));
      expect([...types.keys()]).toEqual(
        expect.arrayContaining(['place', ...report.columns.map(({ key }) => snakeCase(key))]),
      );
      const wrong = report.columns.filter(
        ({ key, type }) => !(allowed[type]?.includes(types.get(snakeCase(key)) ?? 0) ?? true),
      );
      expect(wrong).toEqual([]);
    });

    it('has its rows in a total order: pages follow each other, and files have the same rows', async () => {
      const all = await run(inputOf());
      expect(await run(inputOf())).toEqual(all);
      const pages = [];
      for (let offset = 0; offset < Math.min(all.rows.length, 6); offset += 2)
        pages.push(...(await run(inputOf(), 2, offset)).rows);
      expect(pages).toEqual(all.rows.slice(0, pages.length));
      expect(all.total).toBeGreaterThanOrEqual(all.rows.length);
      expect(await copied(inputOf())).toBe(Math.min(all.total, 1_000));
      expect(csvStatement(report, inputOf(), 10)).toMatch(/^copy \(/);
    });

    it('begins at `from` and ends before `to`', async () => {
      expect((await run(inputOf({ to: tested.from }))).rows).toEqual([]);
      expect((await run(inputOf({ from: tested.to, to: '2200-01-01T00:00:00.000Z' }))).rows).toEqual([]);
    });

    it('takes each filter, in the run, the summary, the trend and the file', async () => {
      const total = (await run(inputOf())).total;
      for (const { key, type, options } of report.filters) {
        const value = type === 'vendor' ? newId() : (options?.[0]?.value ?? `no such text '; --`);
        const input = inputOf({ filters: { [key]: value } });
        const filtered = await run(input);
        expect(filtered.total).toBeLessThanOrEqual(total);
        if (type !== 'enum') expect(filtered.rows).toEqual([]);
        await summarizeReport(tested.knex, report, input);
        await readReportTrend(tested.knex, report, input, 'day');
        expect(await copied(input)).toBe(filtered.total);
      }
    });

    it('has a value for each KPI and each point of its trend, also without rows', async () => {
      const none = inputOf({ from: '2000-01-01T00:00:00.000Z', to: '2000-01-03T00:00:00.000Z' });
      for (const input of [inputOf(), none]) {
        const kpis = await summarizeReport(tested.knex, report, input);
        expect(Object.keys(kpis).sort()).toEqual((report.kpis ?? []).map(({ key }) => key).sort());
        for (const value of Object.values(kpis))
          expect(value === null || typeof value === 'number').toBe(true);
      }
      const points = await readReportTrend(tested.knex, report, none, 'day');
      for (const { values } of points)
        expect(values).toEqual(Object.fromEntries((report.trendSeries ?? []).map(({ key }) => [key, 0])));
    });

    it('shows a vendor no rows of another', async () => {
      if (!tested.vendorId) return;
      expect((await run(inputOf({ vendorId: newId() }))).rows).toEqual([]);
    });
  });
}
