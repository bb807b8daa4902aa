import type { RequestHandler } from 'express';
import type { Authenticator } from '#api/kernel/principal.js';
import { accessErrors } from '#domain/access/access.errors.js';

/** Ways in and out: they make their own session, or end one, and need none. */
const OPEN =
  /^\/auth\/(sign-in\/.+|sign-up\/email|sign-out|request-password-reset|reset-password.*|magic-link\/verify|verify-email|ok|error)$/;

/**
 * Refuses sessions that have not passed their second factor at `/auth/*`, as every other operation does: whichever way of
 * signing in made them. In the library's shape of errors, with the reason of all others.
 */
export function refusePendingSessions(authenticator: Authenticator): RequestHandler {
  return async (request, response, next) => {
    if (OPEN.test(request.path)) return next();
    const principal = await authenticator.authenticate(request.headers, request.ip);
    if (!principal?.missingFactor) return next();
    const isCode = principal.missingFactor === 'code';
    const { message } = isCode ? accessErrors.secondFactorNeeded() : accessErrors.secondFactorRequired();
    response.status(403).json({
      code: isCode ? 'SECOND_FACTOR_NEEDED' : 'SECOND_FACTOR_REQUIRED',
      message,
      reason: isCode ? 'access.second_factor_needed' : 'access.second_factor_required',
    });
  };
}
