import { types } from 'node:util';
import type { AppError } from '#domain/_shared/app-error.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';

interface PgError extends Error {
  code?: string;
  constraint?: string;
  table?: string;
  column?: string;
}

/** Of a connection that broke, as the driver words it; it has no code for these. */
const BROKEN_CONNECTION =
  /Connection terminated|is not queryable|timeout expired|timeout exceeded when trying to connect/;

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/** The error of the driver; objection wraps what its models run into. */
function driverError(thrown: unknown): PgError | undefined {
  const error = (thrown as { nativeError?: unknown } | null)?.nativeError ?? thrown;
  return types.isNativeError(error) ? error : undefined;
}

/**
 * The failure of an operation that lost its database: stopped, restarting, or without a free connection. Undefined for
 * every other error. Requests, activities and passes tell an outage from a failure of their own by this function.
 */
export function databaseUnavailable(thrown: unknown): AppError | undefined {
  const error = driverError(thrown);
  if (!error) return undefined;
  const { code = '', message, name } = error;
  const lost =
    CONNECTION_CODES.has(code) ||
    name === 'KnexTimeoutError' ||
    // Class 08 are the server's own words for a broken connection.
    code.startsWith('08') ||
    BROKEN_CONNECTION.test(message);
  return lost ? platformErrors.databaseUnavailable({}, { retryAfter: 2, cause: error }) : undefined;
}

/** Whether a statement gave up waiting for a lock, also as the cause of an error of ours. */
export function isLockTimeout(thrown: unknown): boolean {
  const error = driverError(thrown);
  return error?.code === '55P03' || (error?.cause !== undefined && isLockTimeout(error.cause));
}

/**
 * What an error of the database means to a client, or undefined when it is not one. A unique index names the value by
 * its own name: `brands_slug_live` is the slug of a brand.
 */
export function databaseError(thrown: unknown): AppError | undefined {
  const unavailable = databaseUnavailable(thrown);
  if (unavailable) return unavailable;
  const error = driverError(thrown);
  if (!error) return undefined;
  const { code = '', constraint = '' } = error;
  if (code === '55P03') return platformErrors.tooBusy({}, { retryAfter: 2, cause: error });
  // A statement that took longer than it may.
  if (code === '57014') return platformErrors.tooBusy({}, { retryAfter: 5, cause: error });
  if (code === '53100') return platformErrors.diskFull({}, { retryAfter: 30, cause: error });
  if (code === '23505') {
    return platformErrors.uniqueViolation({ what: uniqueValueName(constraint) }, { cause: error });
  }
  if (code === '23503') return platformErrors.foreignKeyViolation({}, { cause: error });
  // NUL, which JSON and URLs can carry but no text of Postgres can.
  if (code === '22021' || code === '22P05') return platformErrors.validation({}, { cause: error });
  if (/^[0-9A-Z]{5}$/.test(code)) return platformErrors.database({}, { cause: error });
  return undefined;
}

/** Whether the database refused a row because of this unique index or constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const violation = (error ?? {}) as PgError;
  return violation.code === '23505' && violation.constraint === constraint;
}

/** `brands_slug_live` → `The slug`; anything without such a form is just `The value`. */
function uniqueValueName(constraint: string): string {
  const match = /_([a-z0-9]+)_live$/.exec(constraint);
  return match ? `The ${match[1] ?? 'value'}` : 'The value';
}
