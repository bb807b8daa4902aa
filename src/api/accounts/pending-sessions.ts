import type { RequestHandler } from 'express';
import type { Authenticator } from '#api/kernel/principal.js';
import { accessErrors } from '#domain/access/access.errors.js';
import { isSignedInWithin, RIGHTS_MINUTES } from '#domain/access/acts.js';
import type { Clock } from '#lib/clock.js';

/** Ways in and out: they make their own session, or end one, and need none. */
const OPEN =
  /^\/auth\/(sign-in\/.+|sign-up\/email|sign-out|request-password-reset|reset-password.*|magic-link\/verify|verify-email|ok|error)$/;

/** Who works for a vendor, and as what. */
const MEMBERS = /^\/auth\/organization\/(invite-member|update-member-role|remove-member)$/;

/** Refuses to change who works for a vendor in a session that is not signed in recently, as other operations on rights do. */
export function refuseStaleMemberChanges(authenticator: Authenticator, clock: Clock): RequestHandler {
  return async (request, response, next) => {
    if (!MEMBERS.test(request.path)) return next();
    const principal = await authenticator.authenticate(request.headers, request.ip);
    if (!principal || isSignedInWithin(principal, clock.now(), RIGHTS_MINUTES)) return next();
    const { message } = accessErrors.freshSessionNeeded({
      what: 'Changing the members of a vendor',
      minutes: RIGHTS_MINUTES,
    });
    response
      .status(403)
      .json({ code: 'FRESH_SESSION_NEEDED', message, reason: 'access.fresh_session_needed' });
  };
}

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
