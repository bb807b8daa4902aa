import { isUtf8 } from 'node:buffer';
import express, { type RequestHandler } from 'express';
import type { Route } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';

/** Bytes of a body, where a route says nothing else. */
export const BODY_LIMIT = 1024 * 1024;

/** Whether a request comes with a body at all. */
export function hasBody(headers: Record<string, unknown>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function requireType(expected: string, accepts: (contentType: string) => boolean): RequestHandler {
  return (request, _response, next) => {
    const type = request.get('content-type') ?? '';
    if (hasBody(request.headers) && !accepts(type)) throw platformErrors.unsupportedMediaType({ expected });
    next();
  };
}

const isJson = (type: string) => /^application\/([\w.+-]+\+)?json\b/i.test(type);
const jsonType = requireType('application/json', isJson);
/** For what takes a form in the place of JSON, as a page without scripts sends it. */
export const jsonOrFormType = requireType('application/json', (type) =>
  /^application\/(json|x-www-form-urlencoded)\s*(;|$)/i.test(type),
);
const multipartType = requireType('multipart/form-data', (type) => /^multipart\/form-data\b/i.test(type));

/**
 * A connection that ends while we look who is calling takes its body along, and the parsers then go on without a word.
 * That must not be taken for a request that asks for the defaults.
 */
export const arrived: RequestHandler = (request, _response, next) => {
  if (hasBody(request.headers) && request.body === undefined) throw platformErrors.incompleteBody();
  next();
};

/** Broken UTF-8 would be read as replacement characters, and stored as what nobody sent. */
export function validText(_request: unknown, _response: unknown, body: Buffer, encoding: string): void {
  if (encoding === 'utf-8' && !isUtf8(body)) throw new Error('The body is not valid UTF-8');
}

const readJson = express.json({ limit: BODY_LIMIT, type: () => true, strict: false, verify: validText });

/** An operation without a body takes none, but JSON that is malformed shows a client that means something else. */
const wellFormed: RequestHandler = (request, response, next) => {
  if (!hasBody(request.headers) || !isJson(request.get('content-type') ?? '')) return next();
  readJson(request, response, next);
};

/** How the route's body is read. Parsers are mounted per route, after the permission check, so that nobody unknown sends us megabytes. */
export function bodyReaders(route: Route): RequestHandler[] {
  const limit = route.bodyLimit ?? BODY_LIMIT;
  if (route.bodyKind === 'raw') return [express.raw({ type: () => true, limit }), arrived];
  if (route.bodyKind === 'multipart') return [multipartType];
  if (!route.body) return route.method === 'get' ? [] : [wellFormed];
  // Not `strict`: that null and bare values are no objects is for the schema to say, with the place.
  return [jsonType, express.json({ limit, type: () => true, strict: false, verify: validText }), arrived];
}
