import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Route } from '#api/kernel/route.js';
import { AppError } from '#domain/_shared/app-error.js';
import { principalOf } from './authenticate.js';
import { addressOf, tooMany } from './rate-limit.js';

/** Wrong values in a minute. More sessions than one may be behind an address, so it is allowed more. */
const limits = { session: 10, address: 30 };
const SECONDS = 60;

export interface GuessLimit {
  /** Refuses callers with too many wrong values before the operation looks at theirs, right or wrong. */
  before: (route: Pick<Route, 'guessable'>) => RequestHandler[];
  /** Counts what turned out wrong: 404 of an operation that is `guessable`. */
  after: (route: Pick<Route, 'guessable'>) => ErrorRequestHandler[];
}

/** Keeps values that a caller could guess (coupon codes) from being tried one after the other. `factor` as for the rate limits. */
export function createGuessLimit(factor: number): GuessLimit {
  if (factor === 0) return { before: () => [], after: () => [] };
  const limiter = (name: keyof typeof limits) =>
    new RateLimiterMemory({ points: limits[name] * factor, duration: SECONDS, keyPrefix: `guess ${name}` });
  const sessions = limiter('session');
  const addresses = limiter('address');
  const callers = (request: Request, response: Response) =>
    [
      [sessions, principalOf(response)?.id],
      [addresses, addressOf(request)],
    ] as const;

  const before: RequestHandler = async (request, response, next) => {
    for (const [counted, key] of callers(request, response)) {
      const state = key === undefined ? null : await counted.get(key);
      if (state && state.consumedPoints >= counted.points) throw tooMany(state);
    }
    next();
  };
  const after: ErrorRequestHandler = async (error: unknown, request, response, next) => {
    if (!(error instanceof AppError) || error.status !== 404) return next(error);
    for (const [counted, key] of callers(request, response)) {
      try {
        if (key !== undefined) await counted.consume(key);
      } catch (refusal) {
        // The count is full: the next request is refused before it is looked at.
        if (!(refusal instanceof RateLimiterRes)) return next(refusal);
      }
    }
    next(error);
  };
  return {
    before: ({ guessable }) => (guessable ? [before] : []),
    after: ({ guessable }) => (guessable ? [after] : []),
  };
}
