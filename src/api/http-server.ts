import { createServer, type RequestListener, type Server } from 'node:http';
import type { Logger } from '#lib/logger.js';
import type { LiveStreams } from '#lib/live-streams.js';

/** What a client may take its time for, in milliseconds. What holds for bodies stands in `middleware/slow-bodies.ts`. */
export interface ConnectionLimits {
  /** All headers of a request: a browser sends them in one packet. */
  headersMs: number;
  /** A whole request. An import of 1 GiB over a line of 3 Mbit/s takes three quarters of an hour. */
  requestMs: number;
  /** A connection on which nothing moves, in either direction: a reader that does not read is cut off. */
  idleMs: number;
  /** Between two requests. Longer than the minute after which load balancers close, so that they never race us. */
  keepAliveMs: number;
  /** How often the limits of headers and requests are looked at. */
  checkMs: number;
}

const LIMITS: ConnectionLimits = {
  headersMs: 20_000,
  requestMs: 3_600_000,
  idleMs: 120_000,
  keepAliveMs: 65_000,
  checkMs: 5_000,
};

/** A connection that falls idle, and a stream that a late request opens, must not hold up the end. */
const SWEEP_MS = 100;

/**
 * Bytes of a response that wait in the process before its source is asked to stop. Said here because Node's default has
 * changed between versions (16 KiB, 64 since 22).
 */
const BUFFER_BYTES = 16_384;

/** The HTTP server around the application, with the limits that keep slow clients from holding it. */
export function createHttpServer(app: RequestListener, limits: ConnectionLimits = LIMITS): Server {
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkMs,
      highWaterMark: BUFFER_BYTES,
    },
    app,
  );
  server.timeout = limits.idleMs;
  return server;
}

/**
 * Stops taking connections, ends the event streams, and lets requests under way end; those that last longer than
 * `graceMs` are cut off.
 */
export async function drainHttpServer(
  server: Server,
  options: { streams: LiveStreams; graceMs: number; logger: Logger },
): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // Responses from now on tell the client not to send another request on this connection.
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  function sweep(): void {
    options.streams.closeAll();
    server.closeIdleConnections();
  }
  sweep();
  const sweeping = setInterval(sweep, SWEEP_MS);
  const late = setTimeout(() => {
    options.logger.warn('open requests were closed by the shutdown');
    server.closeAllConnections();
  }, options.graceMs);
  await closed;
  clearInterval(sweeping);
  clearTimeout(late);
}
