import { toNodeHandler } from 'better-auth/node';
import express, { type Express, type RequestHandler } from 'express';
import { arrived, jsonOrFormType, validText } from '#api/kernel/middleware/body.js';
import type { RateLimiters } from '#api/kernel/middleware/rate-limit.js';
import { asWritten, readable } from './auth-request.js';

/** Carries the address as our own proxy settings see it; what a client sends under this name is overwritten. */
export const ADDRESS_HEADER = 'x-haat-client-address';

const BODY_LIMIT = '64kb';

/** Calls that check a secret, send a mail or create an account; the others are reads and settings of a session. */
const sensitive =
  /^\/auth\/(sign-in|sign-up|magic-link|request-password-reset|reset-password|send-verification-email|verify-email|change-password|change-email|delete-user|organization\/invite-member)(\/|$)/;

/** Mounts `/auth/*`, which better-auth answers in its own shapes, under our rate limits. */
export function mountAuth(
  app: Express,
  options: { handler: (request: Request) => Promise<Response>; rateLimiters: RateLimiters },
): void {
  const strict = options.rateLimiters({ rate: 'signIn', auth: 'public', method: 'post' });
  const relaxed = options.rateLimiters({ rate: 'read', auth: 'public', method: 'get' });
  const limits = (handlers: RequestHandler[], when: (path: string) => boolean): RequestHandler[] =>
    handlers.map((handler) => (request, response, next) => {
      if (when(request.path)) return handler(request, response, next);
      next();
    });

  app.all(
    '/auth/*rest',
    asWritten,
    describe,
    ...limits(strict, (path) => sensitive.test(path)),
    ...limits(relaxed, (path) => !sensitive.test(path)),
    jsonOrFormType,
    express.json({ limit: BODY_LIMIT, verify: validText }),
    express.urlencoded({ limit: BODY_LIMIT, extended: false }),
    arrived,
    readable,
    toNodeHandler(options.handler),
  );
}

/** Tells the library where the request comes from, and keeps the tokens that some of its paths carry out of the log. */
const describe: RequestHandler = (request, response, next) => {
  const { headers } = request;
  headers[ADDRESS_HEADER] = request.ip ?? '';
  headers['x-forwarded-proto'] = request.protocol;
  if (headers.origin === undefined && headers['sec-fetch-site'] === undefined) {
    // A browser sends all of these or none. Node's fetch sends the mode alone, and would be taken for a browser that
    // hides its origin.
    delete headers['sec-fetch-mode'];
    delete headers['sec-fetch-dest'];
  }
  response.locals['route'] = '/auth/*';
  response.locals['loggedPath'] = request.path.replace(/^(\/auth\/reset-password)\/.+/, '$1/:token');
  next();
};
