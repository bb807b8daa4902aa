import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { INVITATION_PAGE } from '#domain/accounts/account-pages.js';
import { type AuthReference, authReference } from './auth-reference.js';
import { authErrorSchema } from './auth-reference.schemas.js';

/** Paths outside of the declared routes that hold a secret; logs have its name instead. */
export const secretAccountPaths = ['/auth/reset-password/:token', `${INVITATION_PAGE}/:id`] as const;

/** What the platform refuses before the library sees a request has the platform's own shape. */
const envelopeSchema = z
  .looseObject({
    data: z.null(),
    message: z.string(),
    statusCode: z.number().int(),
    errorCode: z.string(),
    reason: z.string(),
  })
  .meta({ id: 'PlatformError' });

const json = (schema: z.ZodType) => ({ 'application/json': { schema } });
const either = z.union([authErrorSchema, envelopeSchema]);

const errors = {
  400: [
    'the request is malformed or refused; a part that the platform itself refuses is named in `errors`',
    either,
  ],
  401: ['there is no session, or the credentials are wrong', authErrorSchema],
  403: [
    'the address is not verified, the caller is banned, or the origin or the role is refused',
    authErrorSchema,
  ],
  404: ['the named row does not exist', authErrorSchema],
  409: ['the state of the account does not allow it', authErrorSchema],
  413: ['the body is too large', envelopeSchema],
  415: ['the body is neither JSON nor, where a form may be sent, a form', either],
  422: ['the request cannot be processed', authErrorSchema],
  429: ['there were too many requests', envelopeSchema],
  500: ['something failed', authErrorSchema],
  503: ['the database is not available', authErrorSchema],
} as const;

/** Every operation refers to the same. */
const errorResponses = Object.fromEntries(
  Object.entries(errors).map(([status, [when, schema]]) => [
    status,
    { id: `${status}-auth`, description: `When ${when}`, content: json(schema) },
  ]),
);

function operation({ method, path, ...given }: AuthReference): ZodOpenApiOperationObject {
  const words = path.replace(/[{}]/g, '').split(/[/-]/).filter(Boolean);
  const name = words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
  const success = given.response
    ? { 200: { description: 'Success', content: json(given.response) } }
    : { 302: { description: 'Redirects to `callbackURL`' } };
  const isLink = given.response !== undefined && given.query?.shape['token'] !== undefined;
  return {
    operationId: `${method}${name}`,
    tags: ['auth'],
    'x-since': given.since ?? '0.1.0',
    summary: given.summary,
    description: given.description,
    security: given.session ? [{ bearer: [] }, { cookie: [] }] : [{}],
    requestParams: {
      ...(given.params && { path: given.params }),
      ...(given.query && { query: given.query }),
    },
    requestBody: given.body && { required: true, content: json(given.body) },
    responses: {
      ...success,
      ...(isLink && { 302: { description: 'Redirects to `callbackURL`' } }),
      ...errorResponses,
    },
  };
}

/** The operations of `/auth/*` for the reference: their shapes are the library's, without the envelope. */
export function authPaths(): Record<string, Record<string, ZodOpenApiOperationObject>> {
  return Object.fromEntries(authReference.map((entry) => [entry.path, { [entry.method]: operation(entry) }]));
}
