import type { Request, RequestHandler } from 'express';
import { accountsErrors } from '#domain/accounts/accounts.errors.js';

/**
 * Refuses forms that pages of other sites send. Our pages send no referrer, so browsers name their origin as `null`;
 * `Sec-Fetch-Site`, which no page can set, decides.
 */
export const ownPageOnly: RequestHandler = (request, _response, next) => {
  if (request.method === 'POST' && !comesFromOwnPage(request)) throw accountsErrors.crossSite();
  next();
};

function comesFromOwnPage(request: Request): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = request.get('origin');
  // Programs send neither header.
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === request.get('host');
}
