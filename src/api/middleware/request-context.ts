import type { RequestHandler } from 'express';
import { newId } from '#lib/ids.js';
import type { Logger } from '#lib/logger.js';
import { withRequestScope } from '#lib/request-scope.js';

const ACCEPTABLE = /^[\w.-]{8,128}$/;

/** Gives each request its id (the client's own, when it sent a usable one) and one log line when it has been answered. */
export function requestContext(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const sent = request.get('x-request-id') ?? '';
    const requestId = ACCEPTABLE.test(sent) ? sent : newId();
    const startedAt = performance.now();
    response.locals['requestId'] = requestId;
    response.setHeader('x-request-id', requestId);
    withRequestScope({ requestId }, () => {
      response.once('close', () => {
        const level = response.statusCode >= 500 ? 'error' : 'info';
        logger[level](
          {
            requestId,
            method: request.method,
            // The path alone: queries may hold tokens, and where paths do, the route gives another to log.
            path: (response.locals['loggedPath'] as string | undefined) ?? request.path,
            route: response.locals['route'] as string | undefined,
            status: response.statusCode,
            ms: Math.round((performance.now() - startedAt) * 10) / 10,
            aborted: !response.writableFinished || undefined,
          },
          'request',
        );
      });
      next();
    });
  };
}
