import { setTimeout as sleep } from 'node:timers/promises';
import { toNodeHandler } from 'better-auth/node';
import express, { type Express, type RequestHandler } from 'express';
import { arrived, jsonOrFormType, validText } from '#api/kernel/middleware/body.js';
import type { RateLimiters } from '#api/kernel/middleware/rate-limit.js';
import { asWritten, readable } from './auth-request.js';

/** Carries the address as our own proxy settings see it; what a client sends under this name is overwritten. */
export const ADDRESS_HEADER = 'x-haat-client-address';

const BODY_LIMIT = '64kb';

/** Reads, and changes of one's own session or vendor that guess at nothing and send nothing. Everything else is strict. */
const relaxed =
  /^\/auth\/(get-session|list-sessions|list-accounts|sign-out|revoke-session|revoke-sessions|revoke-other-sessions|update-user|update-session|ok|error|organization\/(?!invite-member)[a-z-]+)$/;
/** A shop opens one for each visitor. */
const guest = /^\/auth\/sign-in\/anonymous$/;
/** Links out of mails; their tokens are too long to be guessed. */
const link = /^\/auth\/(verify-email|magic-link\/verify|reset-password\/[^/]+|delete-user\/callback)$/;

/** Whether a call is the opening of a mail's link. */
export function isMailLink(method: string, path: string): boolean {
  return method === 'GET' && link.test(path);
}

/** The rate class of a call. */
export function authRate(method: string, path: string): 'read' | 'guest' | 'link' | 'signIn' {
  if (relaxed.test(path)) return 'read';
  if (guest.test(path)) return 'guest';
  return isMailLink(method, path) ? 'link' : 'signIn';
}

/** Responses that come after this, whether or not there is an account, so that their time does not tell. */
const alike = /^\/auth\/(request-password-reset|sign-in\/magic-link|send-verification-email|sign-up\/email)$/;
const ALIKE_MS = 300;

/** Mounts `/auth/*`, which better-auth serves in its own shapes, under our rate limits. */
export function mountAuth(
  app: Express,
  options: {
    handler: (request: Request) => Promise<Response>;
    rateLimiters: RateLimiters;
    /** Checks before the library, in this order. */
    accountGuesses?: readonly RequestHandler[];
  },
): void {
  const limiters = new Map(
    (['read', 'guest', 'link', 'signIn'] as const).map((rate) => [
      rate,
      options.rateLimiters({ rate, auth: 'public', method: 'post' }),
    ]),
  );
  const limited: RequestHandler = (request, response, next) => {
    const [limiter] = limiters.get(authRate(request.method, request.path)) ?? [];
    if (limiter) return limiter(request, response, next);
    next();
  };

  app.all(
    '/auth/*rest',
    asWritten,
    describe,
    limited,
    jsonOrFormType,
    express.json({ limit: BODY_LIMIT, verify: validText }),
    express.urlencoded({ limit: BODY_LIMIT, extended: false }),
    arrived,
    readable,
    ...(options.accountGuesses ?? []),
    toNodeHandler(inEqualTime(options.handler)),
  );
}

function inEqualTime(handler: (request: Request) => Promise<Response>) {
  return async (request: Request): Promise<Response> => {
    if (!alike.test(new URL(request.url).pathname)) return handler(request);
    const [response] = await Promise.all([handler(request), sleep(ALIKE_MS)]);
    return response;
  };
}

/** Passes the request's address to the library. */
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
  response.setHeader('cache-control', 'private, no-store');
  response.locals['route'] = '/auth/*';
  next();
};
