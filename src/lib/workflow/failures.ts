import { ActivityFailure, ApplicationFailure, ChildWorkflowFailure } from '@temporalio/common';
import { AppError, type ErrorCode, errorCodes, type FieldIssue } from '#domain/_shared/app-error.js';

/** The reason of `platformErrors.databaseUnavailable`, which a workflow cannot look up: the catalogue is not in its bundle. */
const DATABASE_UNAVAILABLE = 'platform.database_unavailable';

interface FailureDetails {
  status: number;
  reason: string;
  errors: FieldIssue[] | null;
}

/**
 * How an `AppError` crosses the engine: as a failure whose type is its code, with status, reason and field issues as details.
 * A 4xx will be refused again however often it is tried, so it is not retried.
 */
export function failureOf(error: AppError, reason: string): ApplicationFailure {
  return ApplicationFailure.create({
    message: error.message,
    type: error.code,
    nonRetryable: error.status < 500,
    details: [{ status: error.status, reason, errors: error.errors ?? null }],
    cause: error.cause instanceof Error ? error.cause : undefined,
  });
}

/** The `AppError` inside a failure that came back from the engine, or undefined when it holds none. */
export function appErrorOf(failure: unknown): AppError | undefined {
  let inner = failure;
  while (inner instanceof ActivityFailure || inner instanceof ChildWorkflowFailure) inner = inner.cause;
  if (!(inner instanceof ApplicationFailure) || !isErrorCode(inner.type)) return undefined;
  const details = inner.details?.[0] as FailureDetails | undefined;
  return new AppError(inner.type, details?.status ?? 500, inner.message, {
    errors: details?.errors ?? undefined,
    reason: details?.reason,
    cause: inner,
  });
}

/** Whether a step failed because the database was away. */
export function isDatabaseUnavailable(failure: unknown): boolean {
  return appErrorOf(failure)?.reason === DATABASE_UNAVAILABLE;
}

function isErrorCode(type: string | null | undefined): type is ErrorCode {
  return errorCodes.includes(type as ErrorCode);
}

/** The sentence a failure ended with, for a row or a mail: that of our own errors, else `fallback`, never a raw one. */
export function failureReason(failure: unknown, fallback: string): string {
  return appErrorOf(failure)?.message ?? fallback;
}
