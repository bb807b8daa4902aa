import type { ErrorRequestHandler, Request } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Route } from '#api/kernel/route.js';
import { AppError } from '#domain/_shared/app-error.js';
import { addressOf } from './rate-limit.js';
import { tooMany } from '#api/kernel/too-many.js';

/**
 * Refusals (401) of one address in a minute before it gets 429 in their place. What is signed well, or shows a good
 * token, is never held back by these: a gateway sends all its webhooks from a few addresses, and an office or a
 * village's network has one for everybody. So each is looked at first, and only what turned out bad is counted. A guess
 * costs what it costs to be wrong: a signature over the body, or one look into an index.
 */
const limits = { signatures: 60, credentials: 120 };
const SECONDS = 60;

export type FailedAttempts = (route: Pick<Route, 'auth'>) => ErrorRequestHandler[];

/** Limits guesses of tokens and signatures; mounted after the checks that refuse them. `factor` as for the rate limits. */
export function createFailedAttempts(factor: number): FailedAttempts {
  const watch = (name: keyof typeof limits): ErrorRequestHandler => {
    const failures = new RateLimiterMemory({
      points: limits[name] * factor,
      duration: SECONDS,
      keyPrefix: name,
    });
    return async (error: unknown, request, _response, next) => {
      const counts = name === 'signatures' || showsCredential(request);
      if (!(error instanceof AppError) || error.status !== 401 || !counts) return next(error);
      try {
        await failures.consume(addressOf(request));
      } catch (refusal) {
        return next(refusal instanceof RateLimiterRes ? tooMany(refusal) : refusal);
      }
      next(error);
    };
  };
  if (factor === 0) return () => [];
  const signatures = watch('signatures');
  const credentials = watch('credentials');
  return ({ auth }) => (auth === 'webhook' ? [signatures] : auth === 'public' ? [] : [credentials]);
}

function showsCredential({ headers }: Pick<Request, 'headers'>): boolean {
  return headers.authorization !== undefined || headers.cookie !== undefined;
}
