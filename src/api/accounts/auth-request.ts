import type { Request, RequestHandler } from 'express';
import { unstorableParts } from '#api/kernel/storable.js';
import { readQuery } from '#api/kernel/middleware/validate.js';
import { isId } from '#lib/ids.js';
import type { AppError, FieldIssue } from '#domain/_shared/app-error.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';

/** What of a request to `/auth/*` is held against our rules, so that the library reads the same in it as we do. */

/** Parameters that the library takes a list for: members with one of several roles. */
const LISTS: ReadonlySet<string> = new Set(['filterValue']);

function refusal(errors: FieldIssue[]): AppError {
  return platformErrors.validation({}, { errors });
}

function issue(path: string, message: string): FieldIssue {
  return { path, message, code: 'invalid_format' };
}

/**
 * The library makes its URL of protocol, host and path, and resolves `..` and its like before it looks who serves it.
 * What we count, and keep out of the log, goes by the path as it came, so the two have to be the same, whatever stands
 * in the path or in `Host`; no client of ours writes another.
 */
export const asWritten: RequestHandler = (request, response, next) => {
  const url = urlOf(request);
  if (url?.pathname === request.path) return next();
  response.locals['loggedPath'] = '/auth/*';
  // A whole address in the place of a path is for proxies; no operation of ours is called so.
  if (!url && request.originalUrl.startsWith('/'))
    throw refusal([issue('header.host', 'must be the name of a host')]);
  throw platformErrors.unknownRoute({ method: request.method, path: '/auth/*' });
};

/** Undefined where the library could make no request of it. */
function urlOf({ protocol, headers, originalUrl }: Request): URL | undefined {
  const text = `${protocol}://${headers.host}${originalUrl}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.username || url?.password ? undefined : url;
}

/**
 * Refuses what the library could take in another way than the checks before it: a key that is repeated, and one that
 * every object responds to, which the library takes for repeated.
 */
function ambiguousKeys(part: 'query' | 'body', values: object): FieldIssue[] {
  return Object.entries(values).flatMap(([key, value]) => {
    if (key in Object.prototype) return [issue(`${part}.${key}`, 'is not known')];
    const repeated = Array.isArray(value) && !LISTS.has(key);
    return repeated ? [issue(`${part}.${key}`, 'must not be repeated')] : [];
  });
}

/**
 * Of vendors' organizations the library hands every id to the database as it came, null for none; what is not an id is a
 * failure there, without the name of a field. A member may also be named by an address.
 */
function brokenIds(part: 'query' | 'body', values: object): FieldIssue[] {
  return Object.entries(values).flatMap(([key, value]: [string, unknown]) => {
    const isOfId = /^(id|\w+Id)$/.test(key) || (key === 'memberIdOrEmail' && !String(value).includes('@'));
    return isOfId && typeof value === 'string' && !isId(value)
      ? [issue(`${part}.${key}`, 'must be an id')]
      : [];
  });
}

/** NUL and broken characters, which the library passes on to the database, and keys that could be read in two ways. */
function issuesOf(request: Request): FieldIssue[] {
  const query = readQuery(request);
  const body = (request.body ?? {}) as object;
  const ofOrganizations = request.path.startsWith('/auth/organization/');
  const form = request.is('application/x-www-form-urlencoded') ? body : {};
  return [
    ...unstorableParts(decodeURIComponent(request.path), 'path'),
    ...ambiguousKeys('query', query),
    ...unstorableParts(query, 'query'),
    ...ambiguousKeys('body', form),
    ...unstorableParts(body, 'body'),
    ...(ofOrganizations ? [...brokenIds('query', query), ...brokenIds('body', body)] : []),
  ];
}

/** @throws AppError VALIDATION_ERROR naming every part of the request that the library must not see */
export const readable: RequestHandler = (request, _response, next) => {
  const errors = issuesOf(request);
  if (errors.length > 0) throw refusal(errors);
  next();
};
