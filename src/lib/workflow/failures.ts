import { ActivityFailure, ApplicationFailure, ChildWorkflowFailure } from '@temporalio/common';
import { AppError, type ErrorCode, errorCodes, type FieldIssue } from '#domain/_shared/app-error.js';

/** Reasons of `platformErrors` that a workflow waits for; it cannot look them up, because the catalogue is not in its bundle. */
const OUTAGES = new Map([
  ['platform.database_unavailable', 'The database is away'],
  ['platform.storage_unavailable', 'The file storage is away'],
  ['platform.disk_full', 'The disk is full'],
]);

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

/** What was away when a step failed, in words; undefined for its own failure. */
export function outageOf(failure: unknown): string | undefined {
  return outageOfReason(appErrorOf(failure)?.reason);
}

/** The same for the `reason` of an error. */
export const outageOfReason = (reason: string | undefined): string | undefined => OUTAGES.get(reason ?? '');

function isErrorCode(type: string | null | undefined): type is ErrorCode {
  return errorCodes.includes(type as ErrorCode);
}

/** The sentence a failure ended with, for a row or a mail: that of our own errors, else `fallback`, never a raw one. */
export function failureReason(failure: unknown, fallback: string): string {
  return appErrorOf(failure)?.message ?? fallback;
}
