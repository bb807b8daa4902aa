import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'typesense';
import type { Logger } from '#lib/logger.js';
import { SearchUnavailable } from '#integrations/search/search-engine.js';

/** A search that takes longer is worth nothing to a buyer. */
export const SEARCH_MS = 2_000;
/** Bulk writes, counts and changes of collections. */
export const ADMIN_MS = 30_000;
/** After a failure requests fail at once for so long; then one of them tries. */
const DOWN_MS = 1_000;
const NOT_FOUND = 404;

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

type Call<T> = (server: Client) => Promise<T>;

export interface TypesenseOptions {
  url: string;
  apiKey: string;
  logger: Pick<Logger, 'warn'>;
  now?: () => number;
}

/**
 * The client of a server. Retries and logging are ours: a search has no time for a second attempt, a write is repeated
 * by its drain, and the client's own log lines would repeat what the breaker logs once.
 */
function createServerClient({ url, apiKey }: TypesenseOptions, timeoutMs: number): Client {
  return new Client({
    nodes: [{ url: url.replace(/\/+$/, '') }],
    apiKey,
    connectionTimeoutSeconds: timeoutMs / 1_000,
    numRetries: 0,
    logLevel: 'silent',
    // Node's own fetch: the other adapter opens a connection for each import, and keeps it.
    axiosAdapter: 'fetch',
  });
}

/**
 * Calls of a Typesense server, with a deadline and a breaker: while the server is down buyers get their error at once.
 * The key is in a header only, and never in an error.
 * @throws SearchUnavailable when the server cannot be reached, is late or is not ready
 */
export function createTypesenseClient(options: TypesenseOptions) {
  const { logger, now = Date.now } = options;
  const searching = createServerClient(options, SEARCH_MS);
  const managing = createServerClient(options, ADMIN_MS);
  let downUntil = 0;
  let trying = false;

  function unavailable(reason: string): SearchUnavailable {
    if (downUntil <= now()) logger.warn({ reason }, 'search server cannot be reached');
    downUntil = now() + DOWN_MS;
    return new SearchUnavailable(`The search server cannot be reached: ${reason}`);
  }

  async function send<T>(call: Call<T>, server: Client, timeoutMs: number): Promise<T> {
    if (downUntil > now() || (downUntil > 0 && trying))
      throw new SearchUnavailable('The search server did not respond a moment ago');
    const probes = downUntil > 0;
    trying = trying || probes;
    try {
      const result = await withDeadline(call(server), timeoutMs);
      downUntil = 0;
      return result;
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined) throw error;
      if (failure.status === undefined || isUnavailable(failure.status)) throw unavailable(failure.reason);
      downUntil = 0;
      throw new TypesenseError(`${failure.status} ${failure.reason}`, failure.status);
    } finally {
      if (probes) trying = false;
    }
  }

  return {
    /** A call that a buyer waits for. */
    search: <T>(call: Call<T>): Promise<T> => send(call, searching, SEARCH_MS),
    /** A bulk write, a count, a change of collections. */
    manage: <T>(call: Call<T>): Promise<T> => send(call, managing, ADMIN_MS),
  };
}

export type TypesenseClient = ReturnType<typeof createTypesenseClient>;

/** Null where the server has no such thing. */
export async function orMissing<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TypesenseError && error.serverStatus === NOT_FOUND) return null;
    throw error;
  }
}

class Late extends Error {}

/** Imports have no timeout in the client. */
async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  const timer = new AbortController();
  const late = sleep(ms, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new Late();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
    // Nobody waits for either of them any more.
    for (const ignored of [work, late]) ignored.catch(() => undefined);
  }
}

/** 503: not ready, or too far behind its leader. 401 and 403: the key is not, or no longer, that of the server. */
function isUnavailable(status: number): boolean {
  return status >= 500 || status === 401 || status === 403;
}

function reasonOfStatus(status: number): string | undefined {
  if (status === 401 || status === 403) return 'it rejects TYPESENSE_API_KEY';
  return isUnavailable(status) ? `status ${status}` : undefined;
}

/** What the server or the network said; undefined for what is a defect of this code. */
function failureOf(error: unknown): { status?: number; reason: string } | undefined {
  if (error instanceof Late) return { reason: 'no response in time' };
  const { httpStatus, isAxiosError, message, code, cause } = error as Error & {
    httpStatus?: number;
    isAxiosError?: boolean;
    code?: string;
    cause?: { code?: string };
  };
  if (httpStatus !== undefined) {
    const reason = reasonOfStatus(httpStatus) ?? message.slice(0, 500);
    return { status: httpStatus, reason };
  }
  if (!isAxiosError) return undefined;
  const isLate = code === 'ECONNABORTED' || code === 'ETIMEDOUT';
  return { reason: isLate ? 'no response in time' : (cause?.code ?? code ?? message) };
}
