import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { MAX_RESPONSE_BYTES } from '#domain/outbound-webhooks/delivery.js';

export interface WebhookResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** Its beginning as text: what is longer, or does not come in time, is left out. */
  body: string;
}

export interface WebhookPost {
  /** Rejects when there is no status: what connecting or sending failed with, or the reason of `end`. */
  response: Promise<WebhookResponse>;
  /** Ends the request and its connection; with a status, what has come of the response counts. */
  end(reason: Error): void;
}

/**
 * Posts a body once. Written against the dispatcher itself: its promises and streams cost as much again as the request
 * (`npm run bench -- outbound-webhooks`).
 */
export function postWebhook(
  dispatcher: Dispatcher,
  request: { path: string; headers: Readonly<Record<string, string>>; body: string },
): WebhookPost {
  const { promise, resolve, reject } = withResolvers<WebhookResponse>();
  const chunks: Buffer[] = [];
  let size = 0;
  let status = 0;
  let headers: IncomingHttpHeaders = {};
  let controller: Dispatcher.DispatchController | undefined;
  let ended: Error | undefined;

  function settle(error?: Error): void {
    if (status === 0) reject(error ?? new Error('The response has no status'));
    else resolve({ status, headers, body: textOf(chunks) });
  }

  dispatcher.dispatch(
    { ...request, method: 'POST' },
    {
      onRequestStart(given) {
        controller = given;
        if (ended) given.abort(ended);
      },
      onResponseStart(_controller, code, received) {
        // An interim response says nothing of the outcome.
        if (code < 200) return;
        status = code;
        headers = received;
      },
      onResponseData(given, chunk) {
        chunks.push(chunk);
        size += chunk.length;
        if (size > MAX_RESPONSE_BYTES)
          given.abort(new Error('The response is longer than what is kept of it'));
      },
      onResponseEnd: () => settle(),
      // The status has been received, which decides; a body that breaks off is as much as came of it.
      onResponseError: (_controller, error) => settle(error),
    },
  );
  return {
    response: promise,
    end(reason) {
      ended = reason;
      controller?.abort(reason);
      settle(reason);
    },
  };
}

/** NUL is no character of a text of Postgres. */
const textOf = (chunks: readonly Buffer[]): string =>
  Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES).toString('utf8').replaceAll('\0', '\uFFFD');

/** As `Promise.withResolvers` of later releases of Node. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((...given) => ([resolve, reject] = given));
  return { promise, resolve, reject };
}
