import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const reference = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'errors.md'), 'utf8');

/** Statuses and codes that `docs/errors.md` gives each reason. */
const reasons = new Map(
  [...reference.matchAll(/^\| (\d{3}) \| `(\w+)` \| `([\w.]+)` \|/gm)].map(([, status, code, reason]) => [
    reason ?? '',
    { status: Number(status), code: code ?? '' },
  ]),
);

/** The codes of single issues, in `errors[].code`. */
const issueCodes = new Set([...reference.matchAll(/^\| `(\w+)` \| /gm)].map(([, code]) => code));

export interface ErrorBody {
  data: unknown;
  message: string;
  statusCode: number;
  errorCode?: string;
  reason?: string;
  errors?: { path: string; message: string; code: string }[];
  fields?: { path: string; message: string; code: string }[];
}

/** What is wrong with the reason of an error, by the published reference; undefined when nothing is. */
export function reasonProblem({ reason, statusCode, errorCode }: ErrorBody): string | undefined {
  if (!reason) return 'the error has no reason';
  const documented = reasons.get(reason);
  if (!documented) return `docs/errors.md does not list ${reason}`;
  if (documented.status === statusCode && documented.code === errorCode) return undefined;
  return `docs/errors.md has ${reason} as ${documented.status} ${documented.code}`;
}

/**
 * What is wrong with the issues of an error: `errors` stands on validation errors alone, `fields` on others that concern
 * fields of the body, both with codes of the reference.
 */
export function issuesProblem({ errors, fields, errorCode }: ErrorBody): string | undefined {
  const isValidation = errorCode === 'VALIDATION_ERROR';
  if (isValidation ? fields : errors) return `${errorCode} has ${isValidation ? 'fields' : 'errors'}`;
  const issues = errors ?? fields;
  if (issues === undefined) return undefined;
  if (!Array.isArray(issues) || issues.length === 0) return 'the list of issues is empty';
  const odd = issues.find(
    ({ path, message, code }) => typeof path !== 'string' || !message || !issueCodes.has(code),
  );
  return odd && `an issue is not { path, message, code } of the reference: ${JSON.stringify(odd)}`;
}
