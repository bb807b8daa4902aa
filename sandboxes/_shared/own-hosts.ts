import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isIP } from 'node:net';

/** Names of this machine. Any address counts too: DNS rebinding, which this guards against, needs a name. */
const own = /^(localhost|[\w-]+\.localhost)$/i;

/** The name that a request was sent to, without port and brackets; undefined where there is none. */
function hostOf({ headers }: IncomingMessage): string | undefined {
  const host = headers.host?.trim();
  return host === undefined
    ? undefined
    : (/^\[([^\]]+)\](?::\d+)?$/.exec(host)?.[1] ?? host.replace(/:\d+$/, ''));
}

/**
 * Answers requests to its own host names alone, 421 to others: a page of another site whose name is made to lead to this
 * machine would otherwise read everything, in the browser of a developer.
 * @param host the name that it listens on
 */
export function ownHostsOnly(handler: RequestListener, host: string): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    const name = hostOf(request);
    if (name === undefined || name === host || own.test(name) || isIP(name) !== 0) {
      void handler(request, response as Parameters<RequestListener>[1]);
      return;
    }
    response.writeHead(421, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('This stand-in answers only at localhost and at addresses of this machine\n');
  };
}
