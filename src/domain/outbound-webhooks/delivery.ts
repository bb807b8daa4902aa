import {
  type Columns,
  instant,
  integer,
  jsonOf,
  nullable,
  type RowOf,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';

/** `held`: its endpoint is disabled. `failed`: the attempts are exhausted. */
export const deliveryStates = ['pending', 'delivered', 'failed', 'held'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** How an attempt ended; all but `delivered` are failures. */
export const attemptOutcomes = [
  'delivered',
  'refused',
  'redirected',
  'gone',
  'timeout',
  'unreachable',
  'blocked',
] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** Seconds from a failure to the next attempt: eleven attempts within some three days, then `failed`. */
export const retryDelays = [
  5,
  60,
  5 * 60,
  30 * 60,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3_600),
] as const;

/** Spread of the delays, so that what failed together does not come back together. */
const JITTER = 0.1;
/** A receiver may ask for a later attempt, up to a day. */
const MAX_RETRY_AFTER_SECONDS = 24 * 3_600;

/**
 * Seconds until the next attempt; undefined when there is none left.
 * @param tries attempts that have failed, the last one included
 * @param retryAfter seconds that the receiver asked for
 * @param random between 0 and 1
 */
export function retryDelay(
  tries: number,
  { retryAfter = 0, random = Math.random() }: { retryAfter?: number; random?: number } = {},
): number | undefined {
  const delay = retryDelays[tries - 1];
  if (delay === undefined) return undefined;
  const spread = delay * (1 + JITTER * (2 * random - 1));
  return Math.max(spread, Math.min(retryAfter, MAX_RETRY_AFTER_SECONDS));
}

/** How an HTTP status ends an attempt. */
export function outcomeOfStatus(status: number): AttemptOutcome {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirected' : 'refused';
}

/** Bodies of requests and responses are kept for so long, and rows of deliveries. */
export const KEEP_BODIES_DAYS = 14;
export const KEEP_DELIVERIES_DAYS = 90;
/** Deliveries that one request may send again. */
export const MAX_REDELIVERED = 10_000;
/** A body that would be larger is sent without its `data`. */
export const MAX_BODY_BYTES = 256 * 1024;
/** What is read of a response. */
export const MAX_RESPONSE_BYTES = 16 * 1024;
/** Requests to one endpoint at a time, and of one process to all. */
export const AT_ONCE_PER_ENDPOINT = 4;
export const AT_ONCE = 32;
/** What a process takes of an endpoint that responds fast, so that a request need not wait for the database. */
export const AHEAD_PER_ENDPOINT = 64;
/** The type of the event that `test` sends. */
export const TEST_EVENT = 'webhook.test';

/** A delivery as lists show it. */
export interface Delivery {
  id: string;
  endpointId: string;
  messageId: string;
  event: string;
  state: DeliveryState;
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  nextAttemptAt: Date | null;
  deliveredAt: Date | null;
  createdAt: Date;
}

/** A delivery with what is sent, and where to; without the body once that is deleted. */
export interface DeliveryDetails extends Delivery {
  url: string;
  body: string | null;
}

/** One request to an endpoint and its response; the response's body and headers are deleted after some days. */
export const attemptColumns = {
  id: uuid,
  at: instant,
  durationMs: integer,
  outcome: textOf<AttemptOutcome>(),
  status: nullable(integer),
  error: nullable(text),
  responseHeaders: nullable(jsonOf<Record<string, string>>()),
  responseBody: nullable(text),
} as const satisfies Columns;
export type Attempt = RowOf<typeof attemptColumns>;
