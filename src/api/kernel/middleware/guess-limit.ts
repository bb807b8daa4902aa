import type { RequestHandler, Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Route } from '#api/kernel/route.js';
import { principalOf } from './authenticate.js';
import { addressOf, giveBack } from './rate-limit.js';
import { tooMany } from '#api/kernel/too-many.js';

/** Wrong values in a minute. More sessions than one may be behind an address, so it is allowed more. */
const limits = { session: 10, address: 30 };
const SECONDS = 60;

/**
 * Refuses callers with too many wrong values. Each request is counted before the operation looks at its value, so that
 * requests at the same time count too, and given back unless it ends with 404: right values cost nothing.
 */
export type GuessLimit = (route: Pick<Route, 'guessable'>) => RequestHandler[];

/** Keeps values that a caller could guess (coupon codes) from being tried one after the other. `factor` as for the rate limits. */
export function createGuessLimit(factor: number): GuessLimit {
  if (factor === 0) return () => [];
  const limiter = (name: keyof typeof limits) =>
    new RateLimiterMemory({ points: limits[name] * factor, duration: SECONDS, keyPrefix: `guess ${name}` });
  const sessions = limiter('session');
  const addresses = limiter('address');
  const callers = (request: Request, response: Response) =>
    [
      [sessions, principalOf(response)?.id],
      [addresses, addressOf(request)],
    ] as const;

  const handler: RequestHandler = async (request, response, next) => {
    for (const [counted, key] of callers(request, response)) {
      if (key === undefined) continue;
      try {
        await counted.consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw tooMany(refusal);
      }
      giveBack(response, counted, key, (status) => status !== 404);
    }
    next();
  };
  return ({ guessable }) => (guessable ? [handler] : []);
}
