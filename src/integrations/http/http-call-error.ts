/**
 * What is known about a call that failed:
 * `not_sent` - nothing reached the other side, so trying again cannot do the work twice;
 * `unknown` - it was sent and no whole response came back, the work may have been done;
 * `answered` - the other side said no.
 */
export type CallOutcome = 'not_sent' | 'unknown' | 'answered';

interface HttpCallFailure {
  status: number | null;
  body: unknown;
  outcome: CallOutcome;
  retryable: boolean;
  reason: string;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** The one error of a call to an outside service. It holds no secret: message, reason and body are redacted. */
export class HttpCallError extends Error {
  /** The HTTP status, null when there was no response. */
  readonly status: number | null;
  /** The parsed JSON response, else its text; null when there was none. */
  readonly body: unknown;
  readonly outcome: CallOutcome;
  /** Whether the same call may succeed later (429, 5xx, no response). Whether it is safe to repeat depends on `outcome`. */
  readonly retryable: boolean;
  /** What the other side gave as its reason, in its own words. */
  readonly reason: string;
  /** Seconds the other side asked us to wait. */
  readonly retryAfterSeconds?: number;

  /** @param call the method and path, `POST /v1/orders`, without the query, which may carry a key. */
  constructor(call: string, failure: HttpCallFailure) {
    super(`${call}: ${failure.reason}`, { cause: failure.cause });
    this.name = 'HttpCallError';
    this.status = failure.status;
    this.body = failure.body;
    this.outcome = failure.outcome;
    this.retryable = failure.retryable;
    this.reason = failure.reason;
    this.retryAfterSeconds = failure.retryAfterSeconds;
  }
}
