import type { FieldIssue } from '#domain/_shared/app-error.js';
import { readReportTrend, runReport, summarizeReport } from '#db/reports/report-run.query.js';
import { type ReportDefinition, type ReportInput, reportSettings } from '#db/reports/report-sql.js';
import type { Context } from '#domain/_shared/context.js';
import type { Page } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { ReportMetadata, ReportRow } from '#domain/reports/report.js';
import { granularityOf, rangeOf } from '#domain/reports/report-range.js';
import type { Platform } from '#operations/platform.js';
import { checkFilters } from './report-filters.js';
import { findReport, type ReportScope } from './report-scope.js';
import type { ReportQuery } from './reports.schemas.js';

type Deps = Pick<Platform, 'knex' | 'counts' | 'settings' | 'reports'>;

/** Reports as pages, figures and trends, of the platform or of one vendor. */
export function createReportsService({ knex, counts, settings, reports }: Deps) {
  function inputOf(
    ctx: Context,
    { vendorId }: ReportScope,
    report: ReportDefinition,
    query: ReportQuery,
  ): ReportInput {
    const filters = checkFilters(report, query.filters ?? {}, 'query.filters');
    const range = rangeOf(query, ctx.now);
    if (range.from >= range.to) {
      const errors: FieldIssue[] = [
        { path: 'query.from', message: 'must be before `to`', code: 'inconsistent' },
      ];
      throw platformErrors.validation({}, { errors });
    }
    return { ...range, filters, vendorId, ...reportSettings(settings) };
  }

  return {
    list: ({ audience }: ReportScope): ReportMetadata[] => reports.list(audience).map(metadataOf),

    /** @throws AppError NOT_FOUND */
    meta: (scope: ReportScope, key: string): ReportMetadata => metadataOf(findReport(reports, scope, key)),

    /** @throws AppError NOT_FOUND, VALIDATION_ERROR for bad filters or an empty range */
    run(ctx: Context, scope: ReportScope, key: string, query: ReportQuery): Promise<Page<ReportRow>> {
      const report = findReport(reports, scope, key);
      const { limit, offset } = query;
      return runReport(knex, report, inputOf(ctx, scope, report, query), { limit, offset }, counts);
    },

    /** @throws AppError as `run` */
    async summary(ctx: Context, scope: ReportScope, key: string, query: ReportQuery) {
      const report = findReport(reports, scope, key);
      const values = await summarizeReport(knex, report, inputOf(ctx, scope, report, query));
      return { kpis: (report.kpis ?? []).map((kpi) => ({ ...kpi, value: values[kpi.key] ?? null })) };
    },

    /** @throws AppError as `run` */
    async trend(ctx: Context, scope: ReportScope, key: string, query: ReportQuery) {
      const report = findReport(reports, scope, key);
      const input = inputOf(ctx, scope, report, query);
      const granularity = granularityOf(input, input.timeZone);
      const points = await readReportTrend(knex, report, input, granularity);
      return {
        granularity,
        series: report.trendSeries ?? [],
        points: points.map(({ bucket, values }) => ({ ...values, bucket: bucket.toISOString() })),
      };
    },
  };
}

/** What a client may know of a report: everything but its statements. */
function metadataOf(report: ReportDefinition): ReportMetadata {
  const { key, title, description, dateField, columns, filters, kpis, trendSeries } = report;
  return {
    key,
    title,
    description,
    dateField,
    columns,
    filters,
    ...(kpis && { kpis }),
    ...(trendSeries && { trendSeries }),
  };
}

export type ReportsService = ReturnType<typeof createReportsService>;
