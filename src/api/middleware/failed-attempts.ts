import type { RequestHandler } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Route } from '#api/_shared/route.js';
import { addressOf, tooMany } from './rate-limit.js';

/**
 * Refusals (401) of one address in a minute before it is no longer listened to. What is signed well, or shows a good
 * token, is never held back by these: a gateway sends all its webhooks from a few addresses.
 */
const limits = { signatures: 60, credentials: 120 };
const SECONDS = 60;

export type FailedAttempts = (route: Pick<Route, 'auth'>) => RequestHandler[];

/** Stops who guesses tokens or signatures, before each guess costs a statement. `factor` as for the rate limits. */
export function createFailedAttempts(factor: number): FailedAttempts {
  const watch = (name: keyof typeof limits): RequestHandler => {
    const failures = new RateLimiterMemory({
      points: limits[name] * factor,
      duration: SECONDS,
      keyPrefix: name,
    });
    return async (request, response, next) => {
      if (name === 'credentials' && !showsCredential(request.headers)) return next();
      const key = addressOf(request);
      const failed = await failures.get(key);
      if (failed && failed.remainingPoints <= 0) throw tooMany(failed);
      response.once('finish', () => {
        if (response.statusCode === 401) void failures.penalty(key);
      });
      next();
    };
  };
  if (factor === 0) return () => [];
  const signatures = watch('signatures');
  const credentials = watch('credentials');
  return ({ auth }) => (auth === 'webhook' ? [signatures] : auth === 'public' ? [] : [credentials]);
}

function showsCredential(headers: { authorization?: string; cookie?: string }): boolean {
  return headers.authorization !== undefined || headers.cookie !== undefined;
}
