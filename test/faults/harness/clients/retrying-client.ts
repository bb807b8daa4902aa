import { setTimeout as sleep } from 'node:timers/promises';

/** What clients called, when (epoch milliseconds), each repeat for itself. */
export interface CallLog {
  calls: { from: number; to: number }[];
  troubles: Trouble[];
}

/** A call that did not go well, whatever came of its repeats. */
export interface Trouble {
  from: number;
  to: number;
  call: string;
  /** Null when no response came. */
  status: number | null;
  reason: string;
}

export interface ClientResponse<T> {
  status: number;
  body: { data: T; errorCode?: string; message?: string };
  /** More than 1 when an earlier try may have done the work although its response was lost. */
  tries: number;
}

export interface CallOptions {
  body?: unknown;
  form?: () => FormData;
  headers?: Record<string, string>;
  /** Statuses that are a response, beside 2xx. */
  accept?: readonly number[];
}

export interface RetryingClient {
  as(token: string): RetryingClient;
  /**
   * Calls until there is a response, as a sensible client does: what did not arrive, 503, 429 and an idempotent call
   * that still runs are tried again.
   * @throws UnexpectedAnswer for any other status, GaveUp when there is none for two minutes
   */
  call<T>(method: string, path: string, options?: CallOptions): Promise<ClientResponse<T>>;
  /** The same for files. */
  bytes(path: string, accept?: readonly number[]): Promise<{ status: number; bytes: Buffer }>;
}

export class UnexpectedResponse extends Error {}
export class RetriesExhausted extends Error {}

/** A request that waits for a carrier takes up to 20 s by design. */
const TRY_MS = 23_000;
const TIMEOUT_MS = 150_000;

export function createRetryingClient(
  baseUrl: string,
  log: CallLog,
  fixed: Record<string, string> = {},
): RetryingClient {
  async function once(method: string, path: string, options: CallOptions) {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(TRY_MS),
      headers: {
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...fixed,
        ...options.headers,
      },
      body: options.form?.() ?? (options.body === undefined ? undefined : JSON.stringify(options.body)),
    });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  async function send(method: string, path: string, options: CallOptions) {
    const until = Date.now() + TIMEOUT_MS;
    for (let tries = 1; ; tries += 1) {
      const from = Date.now();
      const report = (status: number | null, reason: string) =>
        log.troubles.push({ from, to: Date.now(), call: `${method} ${path}`, status, reason });
      let waitMs = Math.min(150 * 2 ** tries, 2_000);
      try {
        const { response, bytes } = await once(method, path, options);
        const { status } = response;
        if (status < 300 || options.accept?.includes(status)) return { status, bytes, tries };
        const text = bytes.toString('utf8').slice(0, 600);
        if (status >= 500 || status === 429) report(status, text);
        const again = status === 503 || status === 429 || (status === 409 && text.includes('still running'));
        // Whatever else went wrong on the other side is written down as a fault of it, and tried again.
        if (!again && status < 500)
          throw new UnexpectedResponse(`${method} ${path} answered ${status}: ${text}`);
        waitMs = Math.max(waitMs, Math.min(Number(response.headers.get('retry-after') ?? 0) * 1_000, 3_000));
      } catch (error) {
        if (error instanceof UnexpectedResponse) throw error;
        report(null, reasonOf(error));
      } finally {
        log.calls.push({ from, to: Date.now() });
      }
      if (Date.now() > until)
        throw new RetriesExhausted(`${method} ${path} had no response for ${TIMEOUT_MS / 1_000} s`);
      await sleep(waitMs);
    }
  }

  return {
    as: (token) => createRetryingClient(baseUrl, log, { ...fixed, authorization: `Bearer ${token}` }),
    async call<T>(method: string, path: string, options: CallOptions = {}) {
      const { status, bytes, tries } = await send(method, path, options);
      const text = bytes.toString('utf8');
      return { status, tries, body: (text === '' ? {} : JSON.parse(text)) as ClientResponse<T>['body'] };
    },
    bytes: (path, accept) => send('GET', path, { accept }),
  };
}

function reasonOf(error: unknown): string {
  const cause = (error as { cause?: { code?: string; message?: string } }).cause;
  return cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : String(error));
}
