import { issueOf } from '#domain/_shared/issue-codes.js';
import { z } from 'zod';
import { listForms } from '#api/kernel/list-form.js';
import { offsetQuerySchema } from '#api/kernel/offset-query.js';
import {
  idOf,
  instantInputSchema,
  instantSchema,
  iso,
  wholeNumberText,
  jsonValueSchema,
} from '#api/kernel/values.js';
import { columnTypes, filterTypes } from '#domain/reports/report.js';
import {
  exportFormats,
  exportStatuses,
  fileFormats,
  type ReportExport,
} from '#domain/reports/report-export.js';

const key = z.string().meta({ example: 'orders' });

const figure = z.object({ key: z.string(), label: z.string(), type: z.enum(['number', 'money']) });

export const reportSchema = z
  .object({
    key,
    title: z.string(),
    description: z.string(),
    dateField: z.string().meta({ description: 'Label of the date that `from` and `to` apply to' }),
    columns: z.array(z.object({ key: z.string(), label: z.string(), type: z.enum(columnTypes) })),
    filters: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        type: z.enum(filterTypes),
        options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
      }),
    ),
    kpis: z.array(figure).optional(),
    trendSeries: z.array(figure).optional(),
  })
  .meta({ id: 'Report' });

/** The last key of a path: no id, since reports are declared and not stored. */
export const reportParams = { key: z.string().min(1).max(100).meta({ example: 'orders' }) };

/** Characters of all filters together, as JSON. */
const MAX_FILTERS = 1_000;

/** Filters in a query: a JSON object, which the report then holds against its declaration. */
const filtersText = z
  .string()
  .max(MAX_FILTERS)
  .transform((text, context) => {
    try {
      const value = JSON.parse(text) as unknown;
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    } catch {
      // The same issue as for JSON that is no object.
    }
    context.addIssue(issueOf('invalid_format', 'must be a JSON object such as {"status":"confirmed"}'));
    return z.NEVER;
  })
  .meta({
    description: 'A JSON object with filters of the report',
    contentMediaType: 'application/json',
    example: '{"status":"confirmed"}',
  });

const range = {
  from: instantInputSchema.optional().meta({ description: 'Inclusive; by default 30 days before `to`' }),
  to: instantInputSchema.optional().meta({ description: 'Exclusive; by default now' }),
  filters: filtersText.optional(),
};

/** Summary and trend take the query of a run, whose page they do not need. */
export const reportQuery = z.object({
  ...range,
  limit: wholeNumberText({ min: 1, max: 500, fallback: 100 }),
  offset: wholeNumberText({ min: 0, max: 100_000_000, fallback: 0 }),
});
reportQuery.register(listForms, { paging: 'offset' });
export type ReportQuery = z.output<typeof reportQuery>;

export const reportRowsSchema = z.array(
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
);

export const summarySchema = z
  .object({ kpis: z.array(figure.extend({ value: z.number().nullable() })) })
  .meta({ id: 'ReportSummary' });

export const trendSchema = z
  .object({
    granularity: z.enum(['day', 'month']),
    series: z.array(figure),
    points: z.array(z.record(z.string(), z.union([z.string(), z.number()]))).meta({
      description: 'Each with its `bucket`, the start of the day or month, and a number for each series',
    }),
  })
  .meta({ id: 'ReportTrend' });

export const exportBody = z.object({
  format: z.enum(exportFormats),
  from: instantInputSchema,
  to: instantInputSchema,
  filters: z
    .record(z.string(), jsonValueSchema)
    .refine(
      (filters) => JSON.stringify(filters).length <= MAX_FILTERS,
      `must have at most ${MAX_FILTERS} characters as JSON`,
    )
    .meta({ description: 'Filters of the report', 'x-max-bytes': MAX_FILTERS })
    .optional(),
});
export type ExportBody = z.output<typeof exportBody>;

export const exportBodyExample = {
  format: 'csv',
  from: '2026-10-01T00:00:00.000+05:30',
  to: '2026-11-01T00:00:00.000+05:30',
};

export const exportListQuery = offsetQuerySchema(
  { sortBy: ['createdAt'], defaultLimit: 50, maxLimit: 500 },
  { reportKey: z.string().min(1).max(100).optional(), status: z.enum(exportStatuses).optional() },
);
export type ExportListQuery = z.output<typeof exportListQuery>;

export const reportExportSchema = z
  .object({
    id: idOf('reportExport'),
    reportKey: key.meta({
      description: '`documents` for a ZIP of invoices and credit notes, `gst-return` for a GST return',
    }),
    format: z.enum(fileFormats),
    status: z.enum(exportStatuses),
    params: z.object({
      from: instantSchema,
      to: instantSchema,
      filters: z.record(z.string(), z.string()),
    }),
    rowCount: z
      .int()
      .meta({ description: 'Rows, or documents of a ZIP, that are written; grows while `processing`' }),
    progress: z
      .object({ done: z.int(), total: z.int().nullable() })
      .meta({ description: 'Rows that are written, of the rows of the file; null until they are counted' }),
    truncated: z.boolean().meta({ description: 'The range has more rows than a file may have' }),
    fileName: z.string(),
    fileSize: z.int().meta({ description: 'Bytes; 0 until the file is ready' }),
    error: z.string().nullable(),
    createdAt: instantSchema,
    completedAt: instantSchema.nullable(),
    expiresAt: instantSchema.nullable().meta({ description: 'From then on the file is gone' }),
    downloadUrl: z.string().optional().meta({ description: 'Only when the status is `ready`' }),
  })
  .meta({ id: 'ReportExport' });
export type ReportExportResponse = z.infer<typeof reportExportSchema>;

export function reportExportResponse(row: ReportExport): ReportExportResponse {
  const { id, reportKey, format, status, params, rowCount, rowTotal, truncated } = row;
  const { fileName, fileSize, error } = row;
  const side = row.vendorId === null ? 'admin' : 'vendor';
  return {
    id,
    reportKey,
    format,
    status,
    params,
    rowCount,
    truncated,
    fileName,
    fileSize,
    error,
    progress: { done: rowCount, total: rowTotal },
    createdAt: iso(row.createdAt),
    completedAt: iso(row.completedAt),
    expiresAt: iso(row.expiresAt),
    ...(status === 'ready' && { downloadUrl: `/${side}/report-exports/${id}/download` }),
  };
}
