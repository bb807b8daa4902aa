import type { z } from 'zod';
import type { FieldIssue } from '#domain/_shared/app-error.js';
import { codeOfIssue } from '#domain/_shared/issue-codes.js';
import { issueMessage } from './issue-message.js';
import { unstorableParts } from './storable.js';

export type RequestPart = 'path' | 'query' | 'body';

function fieldIssues(part: RequestPart, error: z.ZodError): FieldIssue[] {
  return error.issues.map((issue) => ({
    path: [part, ...issue.path].map(String).join('.'),
    message: issue.message,
    code: codeOfIssue(issue),
  }));
}

type Parsed<T> = { data: T; errors?: undefined } | { data?: undefined; errors: FieldIssue[] };

/** Holds one part of a request against its schema; what no column could keep is refused before any schema sees it. */
export function parsePart<T>(part: RequestPart, value: unknown, schema: z.ZodType<T>): Parsed<T> {
  const broken = unstorableParts(value, part);
  if (broken.length > 0) return { errors: broken };
  const parsed = schema.safeParse(value, { error: issueMessage });
  return parsed.success ? { data: parsed.data } : { errors: fieldIssues(part, parsed.error) };
}
