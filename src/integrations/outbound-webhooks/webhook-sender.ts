import * as http from 'node:http';
import * as https from 'node:https';
import {
  type AttemptOutcome,
  MAX_RESPONSE_BYTES,
  outcomeOfStatus,
} from '#domain/outbound-webhooks/delivery.js';
import { brokenUrlRule, isAllowedHost, type UrlRules } from '#domain/outbound-webhooks/endpoint-rules.js';
import {
  assertReachable,
  BlockedAddressError,
  createGuardedLookup,
  type MayReach,
} from '#integrations/http/guarded-lookup.js';
import { isPublicAddress } from '#integrations/http/public-address.js';
import { createEndpointAgents } from './endpoint-agents.js';

/** For a request from its first byte to the status of the response. */
const TIMEOUT_MS = 10_000;
/** A header of the response that is longer is cut. */
const MAX_HEADER_CHARACTERS = 1_000;
const MAX_HEADERS = 50;

export interface WebhookRequest {
  endpointId: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface WebhookResult {
  outcome: AttemptOutcome;
  durationMs: number;
  status: number | null;
  error: string | null;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
}

export interface WebhookSender {
  /** Posts a body once. Never rejects: what went wrong is the result; undefined when the sender was closed meanwhile. */
  send(request: WebhookRequest): Promise<WebhookResult | undefined>;
  /** Ends requests and connections. */
  close(): void;
}

export interface SenderOptions extends UrlRules {
  timeoutMs?: number;
  /** Which addresses may be connected to; those of the open internet by default. */
  mayReach?: MayReach;
}

/**
 * Posts to endpoints that anybody may have named: never to an address of the platform's own network, never after a
 * redirect, never for longer than ten seconds. Connections are kept per endpoint.
 */
export function createWebhookSender(options: SenderOptions): WebhookSender {
  const { mayReach = isPublicAddress, timeoutMs = TIMEOUT_MS } = options;
  const agents = createEndpointAgents(createGuardedLookup(mayReach));
  /** Requests under way, each with what ends it. */
  const underWay = new Set<AbortController>();
  let closed = false;

  function refusal(url: URL): Error | undefined {
    const rule = brokenUrlRule(url.href, options);
    if (rule) return new BlockedAddressError(`${url.host}: the URL ${rule};`);
    if (!options.production && isAllowedHost(url, options.allow)) return undefined;
    try {
      assertReachable(url, mayReach);
      return undefined;
    } catch (error) {
      return error as Error;
    }
  }

  function post({ endpointId, url: text, headers, body }: WebhookRequest, signal: AbortSignal) {
    const url = new URL(text);
    const refused = refusal(url);
    if (refused) return Promise.reject(refused);
    const isAllowed = !options.production && isAllowedHost(url, options.allow);
    const agent = agents.of(endpointId, url, isAllowed);
    const { request } = url.protocol === 'https:' ? https : http;
    const length = String(Buffer.byteLength(body));
    return new Promise<http.IncomingMessage>((resolve, reject) => {
      request(url, { method: 'POST', agent, signal, headers: { ...headers, 'content-length': length } })
        .on('response', resolve)
        .on('error', reject)
        .end(body);
    });
  }

  return {
    async send(request) {
      const began = performance.now();
      const durationMs = () => Math.round(performance.now() - began);
      const controller = new AbortController();
      let timedOut = false;
      const timer = setTimeout(() => {
        timedOut = true;
        controller.abort();
      }, timeoutMs);
      underWay.add(controller);
      try {
        const response = await post(request, controller.signal);
        const status = response.statusCode ?? 0;
        const responseBody = await readSome(response);
        if (closed) return undefined;
        const outcome = outcomeOfStatus(status);
        return {
          ...{ outcome, status, durationMs: durationMs(), responseBody },
          error: outcome === 'delivered' ? null : `The endpoint returned ${status}`,
          responseHeaders: headersOf(response),
        };
      } catch (error) {
        if (closed) return undefined;
        return {
          ...{ durationMs: durationMs(), status: null, responseHeaders: null, responseBody: null },
          ...failureOf(error as NodeJS.ErrnoException, timedOut, timeoutMs),
        };
      } finally {
        clearTimeout(timer);
        underWay.delete(controller);
      }
    },
    close() {
      closed = true;
      for (const controller of underWay) controller.abort();
      agents.close();
    },
  };
}

/** The beginning of a response as text. What is longer, or does not come in time, is left out and its connection ended. */
async function readSome(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_RESPONSE_BYTES) {
        response.destroy();
        break;
      }
    }
  } catch {
    // The status has been received, which decides; a body that breaks off is as much as came of it.
  }
  // NUL is no character of a text of Postgres.
  return Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES).toString('utf8').replaceAll('\0', '\uFFFD');
}

function headersOf({ headers }: http.IncomingMessage): Record<string, string> {
  const entries = Object.entries(headers).slice(0, MAX_HEADERS);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      [value ?? ''].flat().join(', ').slice(0, MAX_HEADER_CHARACTERS).replaceAll('\0', '\uFFFD'),
    ]),
  );
}

function failureOf(
  error: NodeJS.ErrnoException,
  timedOut: boolean,
  timeoutMs: number,
): { outcome: AttemptOutcome; error: string } {
  if (timedOut)
    return { outcome: 'timeout', error: `No response within ${Math.round(timeoutMs / 1_000)} seconds` };
  if (error instanceof BlockedAddressError) return { outcome: 'blocked', error: error.message };
  const code = error.code ? `${error.code}: ` : '';
  return { outcome: 'unreachable', error: `${code}${error.message}`.slice(0, 500) };
}
