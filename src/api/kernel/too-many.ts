import type { RateLimiterRes } from 'rate-limiter-flexible';
import { platformErrors } from '#domain/_shared/platform.errors.js';

/** The refusal, with the seconds until the caller may come again. */
export function tooMany(limit: RateLimiterRes) {
  return platformErrors.rateLimited({}, { retryAfter: Math.ceil(limit.msBeforeNext / 1000) });
}
