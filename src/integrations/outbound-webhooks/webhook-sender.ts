import type { IncomingHttpHeaders } from 'node:http';
import { type AttemptOutcome, outcomeOfStatus } from '#domain/outbound-webhooks/delivery.js';
import { brokenUrlRule, isAllowedHost, type UrlRules } from '#domain/outbound-webhooks/endpoint-rules.js';
import {
  assertReachable,
  BlockedAddressError,
  createGuardedLookup,
  type MayReach,
} from '#integrations/http/guarded-lookup.js';
import { isPublicAddress } from '#integrations/http/public-address.js';
import { createEndpointPools } from './endpoint-pools.js';
import { postWebhook, type WebhookPost } from './post-webhook.js';

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
  const pools = createEndpointPools(createGuardedLookup(mayReach), timeoutMs);
  const underWay = new Set<WebhookPost>();
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

  /** @throws Error for a URL that may not be reached */
  function begin({ endpointId, url: text, headers, body }: WebhookRequest): WebhookPost {
    const url = new URL(text);
    const refused = refusal(url);
    if (refused) throw refused;
    const isAllowed = !options.production && isAllowedHost(url, options.allow);
    const path = `${url.pathname}${url.search}`;
    return postWebhook(pools.of(endpointId, url, isAllowed), { path, headers, body });
  }

  return {
    async send(request) {
      const began = performance.now();
      const durationMs = () => Math.round(performance.now() - began);
      let post: WebhookPost | undefined;
      let timedOut = false;
      const timer = setTimeout(() => {
        timedOut = true;
        post?.end(new Error('timed out'));
      }, timeoutMs);
      try {
        post = begin(request);
        underWay.add(post);
        const { status, headers, body: responseBody } = await post.response;
        if (closed) return undefined;
        const outcome = outcomeOfStatus(status);
        return {
          outcome,
          status,
          durationMs: durationMs(),
          responseBody,
          error: outcome === 'delivered' ? null : `The endpoint returned ${status}`,
          responseHeaders: headersOf(headers),
        };
      } catch (error) {
        if (closed) return undefined;
        return {
          durationMs: durationMs(),
          status: null,
          responseHeaders: null,
          responseBody: null,
          ...failureOf(error as NodeJS.ErrnoException, timedOut, timeoutMs),
        };
      } finally {
        clearTimeout(timer);
        if (post) underWay.delete(post);
      }
    },
    close() {
      closed = true;
      for (const post of underWay) post.end(new Error('closed'));
      pools.close();
    },
  };
}

function headersOf(headers: IncomingHttpHeaders): Record<string, string> {
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
