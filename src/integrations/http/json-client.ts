import type { ZodType } from 'zod';
import { type CallOutcome, HttpCallError } from './http-call-error.js';
import { recordOutsideCall } from '#lib/outside-calls.js';
import { redact } from './redact.js';
import { retryAfterSeconds } from './retry-after.js';

/** Carriers and gateways respond within seconds; longer than this a response is worth less than the waiting. */
const DEFAULT_TIMEOUT_MS = 15_000;
/** A response is read into memory, so its size is bounded. */
const MAX_RESPONSE_BYTES = 5 * 1024 * 1024;
/** Failures of the connection itself: the request cannot have reached anyone. */
export const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export interface JsonClientOptions {
  /** `https://api.example.com`, with or without a path and a trailing slash. */
  baseUrl: string;
  timeoutMs?: number;
  headers?: Record<string, string>;
  /** Values that must never appear in an error: keys, tokens, passwords. */
  secrets?: readonly string[];
  /** Finds the reason in the error body of this service. */
  describeError?: (body: unknown) => string | undefined;
}

export interface JsonCall<T> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Starts with a slash; parts taken from data are encoded by the caller. */
  path: string;
  query?: Record<string, string | number | boolean | undefined>;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent form-encoded, for services that take no JSON. */
  form?: Record<string, string>;
  /** Sent as multipart/form-data, for services that take files. */
  multipart?: FormData;
  /** Parses the response. Schemas let unknown keys pass: services add fields without notice. */
  response: ZodType<T>;
  timeoutMs?: number;
  /** Further statuses that this service uses for "not now", besides 408, 429 and 5xx. */
  retryableStatuses?: readonly number[];
  /** Ends the call early, for an activity that was cancelled. */
  signal?: AbortSignal;
}

export interface JsonResponse<T> {
  status: number;
  headers: Headers;
  data: T;
}

export interface JsonClient {
  /**
   * Makes one call and parses its response. It never tries again: the workflow decides that.
   * @throws HttpCallError for every failure: no connection, late, not 2xx, not JSON, unexpected shape.
   */
  call<T>(call: JsonCall<T>): Promise<JsonResponse<T>>;
}

/** A client of one JSON service: base URL, deadline, secrets kept out of errors, one typed error. */
export function createJsonClient(options: JsonClientOptions): JsonClient {
  const secrets = options.secrets ?? [];
  const service = new URL(options.baseUrl).host;

  async function call<T>(call: JsonCall<T>): Promise<JsonResponse<T>> {
    const name = `${call.method} ${call.path}`;
    const timeoutMs = call.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = call.signal ? AbortSignal.any([deadline, call.signal]) : deadline;

    const fail = (failure: FailedCall): never => {
      throw new HttpCallError(name, {
        outcome: 'answered',
        retryable: false,
        ...failure,
        ...redact({ reason: failure.reason, body: failure.body ?? null }, secrets),
      });
    };

    let response: Response;
    let text: string;
    try {
      response = await fetch(urlOf(options.baseUrl, call), requestOf(options, call, signal));
      text = await readBounded(response);
    } catch (error) {
      const reason = call.signal?.aborted
        ? 'the call was cancelled'
        : deadline.aborted
          ? `no response within ${timeoutMs} ms`
          : connectionReason(error);
      if (!call.signal?.aborted) recordOutsideCall(service, reason);
      const outcome = NEVER_SENT.has(connectionCode(error) ?? '') ? 'not_sent' : 'unknown';
      return fail({ status: null, reason, outcome, retryable: true, cause: withoutDetails(error) });
    }

    // A service that fails whatever it is asked is as good as silent.
    recordOutsideCall(service, response.status >= 500 ? `answered ${response.status}` : undefined);
    const body = parseJson(text);
    if (!response.ok) {
      return fail({
        status: response.status,
        reason: options.describeError?.(body) ?? `answered ${response.status}`,
        body: body ?? text.slice(0, 2000),
        // A gateway in between responds with 502 or 504 also when the service behind it did the work.
        outcome: response.status === 502 || response.status === 504 ? 'unknown' : 'answered',
        retryable: isRetryable(response.status) || !!call.retryableStatuses?.includes(response.status),
        retryAfterSeconds: retryAfterSeconds(response.headers.get('retry-after'), new Date()),
      });
    }
    const parsed = call.response.safeParse(body);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const where = issue?.path.join('.') || 'the body';
      return fail({
        status: response.status,
        reason: `answered ${response.status} in an unexpected shape at ${where}`,
        body: body ?? text.slice(0, 2000),
        outcome: 'unknown',
      });
    }
    return { status: response.status, headers: response.headers, data: parsed.data };
  }

  return { call };
}

interface FailedCall {
  status: number | null;
  reason: string;
  body?: unknown;
  outcome?: CallOutcome;
  retryable?: boolean;
  retryAfterSeconds?: number;
  cause?: unknown;
}

function isRetryable(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

function urlOf(baseUrl: string, call: Pick<JsonCall<unknown>, 'path' | 'query'>): URL {
  const url = new URL(baseUrl.replace(/\/+$/, '') + call.path);
  for (const [key, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.set(key, String(value));
  }
  return url;
}

function requestOf(options: JsonClientOptions, call: JsonCall<unknown>, signal: AbortSignal): RequestInit {
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...options.headers,
    ...call.headers,
  };
  let body: string | FormData | undefined;
  if (call.multipart) {
    body = call.multipart;
  } else if (call.form) {
    headers['content-type'] = 'application/x-www-form-urlencoded';
    body = new URLSearchParams(call.form).toString();
  } else if (call.json !== undefined) {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(call.json);
  }
  // A redirect would carry the credentials to wherever it points.
  return { method: call.method, headers, body, signal, redirect: 'error' };
}

async function readBounded(response: Response): Promise<string> {
  if (!response.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) throw new Error(`a response larger than ${MAX_RESPONSE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Proxies respond in HTML: the status then decides, and the text goes into the error.
    return undefined;
  }
}

/** `fetch` wraps the reason ("fetch failed"); the code stands on its cause. */
function connectionCode(error: unknown): string | undefined {
  const cause = (error as { cause?: { code?: unknown } } | undefined)?.cause;
  return typeof cause?.code === 'string' ? cause.code : undefined;
}

function connectionReason(error: unknown): string {
  return connectionCode(error) ?? messageOf(error);
}

/** The causes of undici errors hold sockets and the request with its headers: only the message may go into logs. */
function withoutDetails(error: unknown): Error {
  return new Error(messageOf(error));
}

function messageOf(error: unknown): string {
  const message = (error as { message?: unknown } | undefined)?.message;
  return typeof message === 'string' ? message : 'the connection failed';
}
