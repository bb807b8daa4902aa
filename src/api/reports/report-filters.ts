import { codeOfIssue } from '#domain/_shared/issue-codes.js';
import { z } from 'zod';
import { issueMessage } from '#api/kernel/issue-message.js';
import { idSchema, textSchema } from '#api/kernel/values.js';
import type { FieldIssue } from '#domain/_shared/app-error.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { ReportFilter, ReportFilters, ReportMetadata } from '#domain/reports/report.js';

/** Of a text to compare with: an e-mail address, the longest, has 254 characters. */
const MAX_TEXT = 254;

const schemas = new WeakMap<readonly ReportFilter[], z.ZodType<ReportFilters>>();

/** The shape of a report's filters, made once from their declaration. */
function schemaOf({ filters }: ReportMetadata): z.ZodType<ReportFilters> {
  let schema = schemas.get(filters);
  if (!schema) {
    const fields = filters.map((filter) => [filter.key, valueSchema(filter).optional()] as const);
    schema = z.strictObject(Object.fromEntries(fields)) as unknown as z.ZodType<ReportFilters>;
    schemas.set(filters, schema);
  }
  return schema;
}

function valueSchema({ type, options = [] }: ReportFilter): z.ZodType {
  if (type === 'enum') return z.enum(options.map(({ value }) => value) as [string, ...string[]]);
  if (type === 'vendor') return idSchema;
  return textSchema(MAX_TEXT).trim().min(1);
}

/**
 * Holds the filters of a request against the declaration of the report.
 * @param path where they stand in the request, `query.filters` or `body.filters`
 * @throws AppError VALIDATION_ERROR naming each unknown key and each bad value
 */
export function checkFilters(report: ReportMetadata, value: unknown, path: string): ReportFilters {
  const parsed = schemaOf(report).safeParse(value, { error: issueMessage });
  if (parsed.success) return parsed.data;
  const known = report.filters.map(({ key }) => key).join(', ') || 'none';
  const errors = parsed.error.issues.flatMap((issue): FieldIssue[] => {
    const code = codeOfIssue(issue);
    if (issue.code !== 'unrecognized_keys')
      return [{ path: [path, ...issue.path].join('.'), message: issue.message, code }];
    const message = `unknown filter; this report has: ${known}`;
    return issue.keys.map((key): FieldIssue => ({ path: `${path}.${key}`, message, code }));
  });
  throw platformErrors.validation({}, { errors });
}
