import createFetchClient from 'openapi-fetch';
import { ApiError, errorOf, retryAfterOf } from './api-error.js';
import { type OperationEntry, operationEntries } from './operations.js';
import type { CallOptions, OperationId } from './types.js';

export interface ClientOptions {
  /** Of the API, `https://shop.example`; by default that of the page. */
  baseUrl?: string;
  /** An API key or the token of a session; a browser sends its session cookie by itself. */
  token?: string;
  fetch?: (request: Request) => Promise<Response>;
  headers?: Record<string, string>;
  /** How to wait before another attempt; for tests. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** The same input for every operation, as the transport takes it; `types.ts` says what each operation needs. */
export interface AnyInput extends CallOptions {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

export type Send = (id: OperationId, input: AnyInput, accept?: string) => Promise<Response>;

const MAX_RETRIES = 2;
/** A server that asks for more patience than this is answered with an error: somebody waits in front of a screen. */
const MAX_WAIT_SECONDS = 30;

const added = new Map<string, OperationEntry>();

/** Makes operations known that this version of the client was not generated from, those of a plugin for one. */
export function addOperations(entries: Readonly<Record<string, OperationEntry>>): void {
  for (const [id, entry] of Object.entries(entries)) added.set(id, entry);
}

export function entryOf(id: OperationId): OperationEntry {
  const entry = operationEntries[id] ?? added.get(id);
  if (!entry) throw new Error(`"${id}" is no operation of this version of the client`);
  return entry;
}

/** Sends one operation. @returns the response of success, its body unread @throws ApiError */
export function createSend(options: ClientOptions): Send {
  const { token, headers = {}, sleep = wait } = options;
  const client = createFetchClient<Record<never, never>>({
    baseUrl: options.baseUrl ?? (globalThis as { location?: { origin: string } }).location?.origin,
    credentials: 'same-origin',
    ...(options.fetch && { fetch: options.fetch }),
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
  });

  async function once(id: OperationId, input: AnyInput, accept: string): Promise<Response> {
    const [method, path] = entryOf(id);
    const { signal, idempotencyKey, ifMatch } = input;
    const form = typeof FormData !== 'undefined' && input.body instanceof FormData;
    const init = {
      params: { path: input.path, query: input.query },
      body: input.body,
      parseAs: 'stream',
      signal,
      ...(form && { bodySerializer: (body: unknown) => body }),
      headers: {
        accept,
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        ...(ifMatch && { 'if-match': ifMatch }),
        ...input.headers,
      },
    };
    // The types of a call are checked where it is made: here every operation looks alike.
    const request = client.request as unknown as (
      method: string,
      path: string,
      init: object,
    ) => Promise<{ response: Response; error?: unknown }>;
    // The transport reads the body of a failure; a copy of it is made before.
    let failed: Response | undefined;
    const keep = {
      onResponse: ({ response }: { response: Response }) => {
        if (!response.ok) failed = response.clone();
      },
    };
    const { response } = await request(method, path, { ...init, middleware: [keep] });
    return failed ?? response;
  }

  return async (id, input, accept = 'application/json') => {
    const [method] = entryOf(id);
    const repeatable = method === 'get' || input.idempotencyKey !== undefined;
    for (let attempt = 0; ; attempt += 1) {
      const response = await once(id, input, accept).catch((error: unknown) => {
        if (input.signal?.aborted) throw input.signal.reason;
        throw unreachable(error);
      });
      if (response.ok) return response;
      const seconds = retryAfterOf(response);
      const again = response.status === 503 && seconds !== null && seconds <= MAX_WAIT_SECONDS && repeatable;
      if (!again || attempt >= MAX_RETRIES) throw await errorOf(response);
      await sleep(seconds * 1000, input.signal);
    }
  };
}

function unreachable(cause: unknown): ApiError {
  return new ApiError(
    {
      status: 0,
      code: 'UNREACHABLE',
      reason: 'client.unreachable',
      message: 'The server cannot be reached',
      errors: [],
      missingKeys: [],
      requestId: null,
      retryAfter: null,
    },
    { cause },
  );
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
