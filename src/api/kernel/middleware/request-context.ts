import type { RequestHandler, Response } from 'express';
import type { PathMask } from '#api/kernel/path-mask.js';
import { newId } from '#lib/ids.js';
import type { Logger } from '#lib/logger.js';
import type { Metrics } from '#lib/metrics.js';
import { withRequestScope } from '#lib/request-scope.js';
import { openSpan } from '#lib/tracing.js';

const ACCEPTABLE = /^[\w.-]{8,128}$/;

/** Gives each request its id (the client's own, when it sent a usable one) and one log line when it has got a response. */
export function requestContext(logger: Logger, metrics: Metrics['http'], mask: PathMask): RequestHandler {
  // This line holds nothing that is named like a secret, and going through its fields for one takes longer than writing it.
  const lines = logger.child({}, { redact: [] });
  return (request, response, next) => {
    const sent = request.get('x-request-id') ?? '';
    const requestId = ACCEPTABLE.test(sent) ? sent : newId();
    const startedAt = performance.now();
    response.locals['requestId'] = requestId;
    response.setHeader('x-request-id', requestId);
    const span = openSpan({
      name: `HTTP ${request.method}`,
      kind: 'server',
      parent: request.get('traceparent'),
      attributes: { 'http.request.method': request.method, 'haat.request_id': requestId },
    });
    const work = () => {
      response.once('close', () => {
        const seconds = (performance.now() - startedAt) / 1_000;
        const route = response.locals['route'] as string | undefined;
        measure(metrics, request.method, route ?? 'none', response, seconds);
        const level = response.statusCode >= 500 ? 'error' : 'info';
        lines[level](
          {
            requestId,
            method: request.method,
            // The path alone: queries may hold tokens. Where paths do, they are masked.
            path: (response.locals['loggedPath'] as string | undefined) ?? mask(request.path),
            route,
            status: response.statusCode,
            ms: Math.round(seconds * 10_000) / 10,
            aborted: !response.writableFinished || undefined,
          },
          'request',
        );
        const { statusCode: status } = response;
        span.end({
          name: `${request.method} ${route ?? 'unknown route'}`,
          attributes: { 'http.response.status_code': status, ...(route && { 'http.route': route }) },
          error: status >= 500 ? new Error(`answered ${status}`) : undefined,
        });
      });
      next();
    };
    withRequestScope({ requestId }, () => span.within(work));
  };
}

/** Routes by their pattern only: what a client wrote into the path would be a new series each time. */
function measure(
  metrics: Metrics['http'],
  method: string,
  route: string,
  response: Response,
  seconds: number,
) {
  metrics.requests.inc({ route, method, status: response.statusCode });
  // A stream lasts as long as its reader stays: that says nothing about how fast it got a response.
  const stream = String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');
  if (!stream) metrics.duration.observe({ route, method }, seconds);
}
