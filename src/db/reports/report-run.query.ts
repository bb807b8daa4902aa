import { integer } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { CountCache } from '#db/kernel/count-cache.js';
import { snakeCase } from '#db/kernel/case-mapping.js';
import type { Knex } from '#db/kernel/knex.js';
import { DEEP } from '#db/kernel/list-page.js';
import type { Page } from '#domain/_shared/list-query.js';
import type { ReportRow, ReportValue } from '#domain/reports/report.js';
import type { Granularity } from '#domain/reports/report-range.js';
import {
  boundArguments,
  countStatement,
  type KeptReport,
  type ReportDefinition,
  type ReportInput,
  rowsStatement,
} from './report-sql.js';

/** A point of a trend: the start of its day or month, and the value of each series. */
export interface TrendPoint {
  bucket: Date;
  values: Record<string, number>;
}

type RawRow = Record<string, unknown>;

/**
 * One page of a report. The page is found by the keys of its rows alone, and only its rows are read. A page that is not
 * full ends the report; any other has its total from kept counts, where the report has them, or is counted.
 */
export async function runReport(
  knex: Knex,
  report: ReportDefinition & KeptReport,
  input: ReportInput,
  page: { limit: number; offset: number },
  counts: CountCache,
): Promise<Page<ReportRow>> {
  const { limit, offset } = page;
  const kept = report.kept?.(knex, input, page);
  const count = async () => {
    const total = kept?.keptTotal?.();
    if (total !== undefined) return total;
    const { args, bindings } = boundArguments(input);
    const statement = countStatement(report, args);
    const rows = await query(knex, { total: integer })(statement, bindings);
    return rows[0]?.total ?? 0;
  };
  const start = offset >= DEEP ? await kept?.keptStart?.() : undefined;
  const nearer = start && +start.bound < Date.parse(input.to) ? start.bound.toISOString() : input.to;
  const { args, bindings } = boundArguments({ ...input, to: nearer });
  const statement = rowsStatement(report, args, 'limit :pageLimit offset :pageOffset');
  const found = await knex.raw<{ rows: RawRow[] }>(`select * from (${statement}) as page order by place`, {
    ...bindings,
    pageLimit: limit,
    pageOffset: start?.offset ?? offset,
  });
  const rows = found.rows.map((row) => reportRow(report, row));
  if (rows.length < limit && (rows.length > 0 || offset === 0))
    return { rows, total: offset + rows.length, ...page };
  const { from, to, filters, vendorId, timeZone } = input;
  const key = `report ${JSON.stringify([report.key, vendorId, from, to, filters, timeZone])}`;
  return { rows, total: await counts.get(key, count), ...page };
}

function reportRow(report: ReportDefinition, row: RawRow): ReportRow {
  return Object.fromEntries(
    report.columns.map(({ key }) => {
      const value = row[key];
      return [key, value instanceof Date ? value.toISOString() : ((value ?? null) as ReportValue)];
    }),
  );
}

/** The value of each KPI; null where it cannot be computed. */
export async function summarizeReport(
  knex: Knex,
  report: ReportDefinition,
  input: ReportInput,
): Promise<Record<string, number | null>> {
  if (!report.summary) return {};
  const { args, bindings } = boundArguments(input);
  const { rows } = await knex.raw<{ rows: Record<string, number | null>[] }>(report.summary(args), bindings);
  return rows[0] ?? {};
}

/** A point for each local day or month of the range, those without rows included. */
export async function readReportTrend(
  knex: Knex,
  report: ReportDefinition,
  input: ReportInput,
  granularity: Granularity,
): Promise<TrendPoint[]> {
  const { trendSeries, trend } = report;
  if (!trend || !trendSeries) return [];
  const { args, bindings } = boundArguments(input);
  const series = trendSeries.map(({ key }) => snakeCase(key));
  const local = (at: string) => `date_trunc('${granularity}', ${at} at time zone ${args.timeZone})`;
  const { rows } = await knex.raw<{ rows: ({ bucket: Date } & Record<string, number>)[] }>(
    `with sums as (
       select ${local('p.at')} as bucket, ${series.map((name) => `sum(p.${name})::bigint as ${name}`).join(', ')}
       from (${trend(args)}) as p group by 1
     )
     select b.bucket at time zone ${args.timeZone} as bucket,
       ${series.map((name) => `coalesce(s.${name}, 0) as ${name}`).join(', ')}
     from generate_series(
       ${local(args.from)}, (${args.to} - interval '1 microsecond') at time zone ${args.timeZone},
       interval '1 ${granularity}'
     ) as b(bucket)
     left join sums s on s.bucket = b.bucket
     order by b.bucket`,
    bindings,
  );
  return rows.map(({ bucket, ...values }) => ({ bucket, values }));
}
