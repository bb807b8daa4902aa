import type { IssueCode } from './issue-codes.js';

/**
 * The one error that may reach a client. `code` is a word of the shared vocabulary
 * (VALIDATION_ERROR, NOT_FOUND, CONFLICT, …), `status` the HTTP status it gets.
 */
export interface FieldIssue {
  /** Where in the input, `body.items.0.quantity`. */
  path: string;
  message: string;
  code: IssueCode;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** The fields that are meant: `errors` of a response that says VALIDATION_ERROR, `fields` of any other. */
  readonly errors?: FieldIssue[];
  /** Set where the error comes back from a workflow; every other error has the reason of its catalogue entry. */
  readonly reason?: string;
  /** Names of settings that the operation needs and that are not set. */
  readonly missingKeys?: string[];
  /** Seconds to wait before trying again, sent as `Retry-After`. */
  readonly retryAfter?: number;

  constructor(
    code: ErrorCode,
    status: number,
    message: string,
    details: {
      errors?: FieldIssue[];
      missingKeys?: string[];
      retryAfter?: number;
      cause?: unknown;
      reason?: string;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.errors = details.errors;
    this.missingKeys = details.missingKeys;
    this.reason = details.reason;
    this.retryAfter = details.retryAfter;
  }
}

/** Every error code the interface can return. */
export const errorCodes = [
  'BAD_REQUEST',
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'UNIQUE_VIOLATION',
  'FOREIGN_KEY_VIOLATION',
  'PRECONDITION_FAILED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'INTERNAL_SERVER_ERROR',
  'DATABASE_ERROR',
  'BAD_GATEWAY',
  'SERVICE_UNAVAILABLE',
  // Named so by the documented interface of the feeds.
  'merchant_feed_misconfigured',
  'merchant_feed_oauth_state_invalid',
  'merchant_feed_oauth_exchange_failed',
  'social_catalog_misconfigured',
  'social_catalog_oauth_state_invalid',
  'social_catalog_oauth_exchange_failed',
] as const;
export type ErrorCode = (typeof errorCodes)[number];
