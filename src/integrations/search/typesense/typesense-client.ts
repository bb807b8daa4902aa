import type { Logger } from '#lib/logger.js';
import { SearchUnavailable } from '#integrations/search/search-engine.js';

/** A search that takes longer is worth nothing to a buyer. */
export const SEARCH_MS = 2_000;
/** Bulk writes, counts and changes of collections. */
export const ADMIN_MS = 30_000;
/** After a failure requests fail at once for so long; then one of them tries. */
const DOWN_MS = 1_000;

export interface TypesenseRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Starts with a slash; parts that come from data are encoded by the caller. */
  path: string;
  query?: Record<string, string | number>;
  json?: unknown;
  /** Sent as it is: lines of JSON. */
  text?: string;
  timeoutMs?: number;
  /** Statuses that are a response, too. */
  accept?: readonly number[];
}

export interface TypesenseResponse {
  status: number;
  text: string;
}

/** The server has refused a request: a defect of ours, or of its configuration. */
export class TypesenseError extends Error {
  override readonly name = 'TypesenseError';

  constructor(
    message: string,
    readonly serverStatus: number,
  ) {
    super(message);
  }
}

/**
 * Requests to a Typesense server, with a deadline and a breaker: while the server is down buyers are told so at once.
 * The key is in a header only, and never in an error.
 * @throws SearchUnavailable when the server cannot be reached, is late or responses that it is not ready
 */
export function createTypesenseClient(options: {
  url: string;
  apiKey: string;
  logger: Pick<Logger, 'warn'>;
  now?: () => number;
}) {
  const { apiKey, logger, now = Date.now } = options;
  const baseUrl = options.url.replace(/\/+$/, '');
  let downUntil = 0;
  let trying = false;

  function unavailable(reason: string): SearchUnavailable {
    if (downUntil <= now()) logger.warn({ reason }, 'search server cannot be reached');
    downUntil = now() + DOWN_MS;
    return new SearchUnavailable(`The search server cannot be reached: ${reason}`);
  }

  async function send(request: TypesenseRequest): Promise<TypesenseResponse> {
    const { method, path, query = {}, json, text, timeoutMs = SEARCH_MS } = request;
    const url = new URL(`${baseUrl}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const body = text ?? (json === undefined ? undefined : JSON.stringify(json));
    const response = await fetch(url, {
      method,
      headers: {
        'x-typesense-api-key': apiKey,
        ...(body !== undefined && { 'content-type': text === undefined ? 'application/json' : 'text/plain' }),
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, text: await response.text() };
  }

  return {
    async request(request: TypesenseRequest): Promise<TypesenseResponse> {
      if (downUntil > now() || (downUntil > 0 && trying))
        throw new SearchUnavailable('The search server did not respond a moment ago');
      const probes = downUntil > 0;
      trying = trying || probes;
      let response: TypesenseResponse;
      try {
        response = await send(request);
      } catch (error) {
        throw unavailable(reasonOf(error));
      } finally {
        if (probes) trying = false;
      }
      const { status, text } = response;
      // 503: not ready, or too far behind its leader. 401 and 403: the key is not, or no longer, that of the server.
      if (status >= 500 || status === 401 || status === 403) throw unavailable(`status ${status}`);
      downUntil = 0;
      if (status < 300 || request.accept?.includes(status)) return response;
      throw new TypesenseError(`${request.method} ${request.path}: ${status} ${messageOf(text)}`, status);
    },
  };
}

export type TypesenseClient = ReturnType<typeof createTypesenseClient>;

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string } };
  return name === 'TimeoutError' ? 'no response in time' : (cause?.code ?? message);
}

export function messageOf(text: string): string {
  try {
    return String((JSON.parse(text) as { message?: unknown }).message ?? text).slice(0, 500);
  } catch {
    return text.slice(0, 500);
  }
}
