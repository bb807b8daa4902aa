import type { Request, RequestHandler } from 'express';
import { usesSessionCookie } from '#api/accounts/credentials.js';
import { accountsErrors } from '#domain/accounts/accounts.errors.js';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that a page of another site makes a browser send: those that change something and show nothing but
 * the cookie, which the browser adds by itself. Bearer tokens are never added by themselves, so they need no check.
 */
export function sameOriginOnly(trusted: () => readonly string[]): RequestHandler {
  return (request, _response, next) => {
    if (safeMethods.has(request.method) || !usesSessionCookie(request.headers)) return next();
    if (comesFromOutside(request, trusted())) throw accountsErrors.crossSite();
    next();
  };
}

function comesFromOutside(request: Request, trusted: readonly string[]): boolean {
  const origin = request.get('origin');
  if (origin === undefined) {
    // Browsers name the origin of every cross-site write; programs that are no browsers send neither header.
    return request.get('sec-fetch-site') === 'cross-site';
  }
  if (trusted.includes(origin)) return false;
  // The page was served by this very host: a victim's browser cannot be made to send another Host.
  return !URL.canParse(origin) || new URL(origin).host !== request.get('host');
}
