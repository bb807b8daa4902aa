import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { ErrorCode } from '#domain/_shared/app-error.js';
import { accessSettings } from '#domain/access/access.settings.js';
import { RIGHTS_MINUTES } from '#domain/access/acts.js';
import { reasonOfEntry } from '#domain/errors.js';
import { isEntityParam, type Route, takesApiKeys } from './route.js';
import { idSchema } from './values.js';
import { API_KEY_PREFIX, SESSION_COOKIE } from '#api/accounts/credentials.js';
import { authPaths } from '#api/accounts/auth-paths.js';
import { bodySchema } from '#api/kernel/middleware/validate.js';
import { features } from '#domain/features.js';
import { referenceIntroduction } from './reference-texts.js';
import { errorsOf } from './route-errors.js';
import { allRoutes } from '#api/routes.js';

const fieldIssueSchema = z
  .object({ path: z.string(), message: z.string(), code: z.string() })
  .meta({ id: 'FieldIssue' });

const errorSchemas = new Map<string, z.ZodType>();

/** The envelope of errors with these codes: one named schema for each set of them. */
function errorEnvelope(status: number, codes: readonly ErrorCode[]): z.ZodType {
  const words = codes.map((code) => code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, first: string) => first.toUpperCase())); // prettier-ignore
  const id = `Error${status}${words.join('Or')}`;
  const schema =
    errorSchemas.get(id) ??
    z
      .object({
        data: z.null(),
        message: z.string(),
        statusCode: z.literal(status),
        errorCode: z.enum(codes),
        reason: z.string().meta({ description: 'Unique to this error; branch on it, never on the message' }),
        errors: z.array(fieldIssueSchema).optional(),
        ...(codes.some((code) => code.endsWith('_misconfigured'))
          ? { missingKeys: z.array(z.string()).optional() }
          : {}),
        debug: z.unknown().optional().meta({ description: 'Only in development' }),
      })
      .meta({ id });
  errorSchemas.set(id, schema);
  return schema;
}

/** What a request may show itself by; on a public operation nothing, or a session. */
function securityOf(route: Route): Record<string, string[]>[] {
  if (route.auth === 'webhook') return [{}];
  const session: Record<string, string[]>[] = [{ bearer: [] }, { cookie: [] }];
  if (route.auth === 'public') return [{}, ...session];
  return takesApiKeys(route) ? [...session, { apiKey: [] }] : session;
}

/** By the names that `securityOf` uses. */
const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The token of a session' },
  cookie: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'The session of a browser' },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: `${API_KEY_PREFIX}…`,
    description:
      'An API key, as `POST /admin/api-keys` makes it; taken where an operation names it, and nowhere else',
  },
} as const;

function errorResponses(route: Route): ZodOpenApiOperationObject['responses'] {
  const definitions = errorsOf(route).map(({ definition }) => ({
    ...definition,
    reason: reasonOfEntry(definition),
  }));
  const statuses = [...new Set(definitions.map(({ status }) => status))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const own = definitions.filter((definition) => definition.status === status);
      const texts = new Set(own.map(({ code, when, reason }) => `\`${code}\` (\`${reason}\`) when ${when}`));
      const schema = errorEnvelope(status, [...new Set(own.map(({ code }) => code))].sort());
      return [
        String(status),
        { description: [...texts].join('\n\n'), content: { 'application/json': { schema } } },
      ];
    }),
  );
}

function otherResponses({ otherResponses = {} }: Route): ZodOpenApiOperationObject['responses'] {
  return Object.fromEntries(
    Object.entries(otherResponses).map(([status, schema]) => [
      status,
      { description: 'In a form of its own', content: { 'application/json': { schema } } },
    ]),
  );
}

function successContent(route: Route, status: number) {
  if (route.kind && route.kind !== 'json') {
    const type =
      route.contentType ?? (route.kind === 'stream' ? 'text/event-stream' : 'application/octet-stream');
    const json = type === 'application/json' && route.response;
    return route.kind === 'redirect' ? undefined : { [type]: { schema: json || z.string() } };
  }
  const envelope = z.object({
    data: route.response ?? z.null(),
    message: z.literal('Success'),
    statusCode: z.literal(status),
    ...(route.metadata ? { metadata: route.metadata } : {}),
  });
  const example =
    route.example === undefined
      ? {}
      : { example: { data: route.example, message: 'Success', statusCode: status } };
  return { 'application/json': { schema: envelope, ...example } };
}

function bodyOf(route: Route): ZodOpenApiOperationObject['requestBody'] {
  const schema = bodySchema(route);
  if (route.bodyKind === 'multipart') {
    const file = z.string().meta({ format: 'binary' });
    const form = z.object({ file, ...route.formFields?.shape });
    return { required: true, content: { 'multipart/form-data': { schema: schema ?? form } } };
  }
  if (!schema) return undefined;
  const required = !schema.safeParse({}).success;
  const example = route.bodyExample === undefined ? {} : { example: route.bodyExample };
  return { required, content: { 'application/json': { schema, ...example } } };
}

function operation(route: Route): ZodOpenApiOperationObject {
  const path = Object.fromEntries(
    Object.entries(route.params).map(([name, spec]) => [name, isEntityParam(spec) ? idSchema : spec]),
  );
  const query = route.query instanceof z.ZodPipe ? route.query.in : route.query;
  const headers = {
    ...(route.idempotent
      ? { 'Idempotency-Key': z.string().max(255).optional().meta({ description: 'The same key returns the same response for 24 hours' }) } // prettier-ignore
      : {}),
    ...(route.ifMatch
      ? { 'If-Match': z.string().optional().meta({ description: 'The `ETag` that the change is based on' }) }
      : {}),
  };
  const statuses = [route.success ?? 200, ...(route.alsoSuccess ? [route.alsoSuccess] : [])];
  return {
    operationId: operationId(route),
    tags: [route.slug],
    summary: route.summary,
    description: [route.description, route.permission ? `Permission: \`${route.permission}\`.` : '', route.alsoPermission ? `Also \`${route.alsoPermission.permission}\` ${route.alsoPermission.when}.` : '', actText(route), route.vendorRole ? `Role within the vendor: \`${route.vendorRole}\` or higher.` : ''].filter(Boolean).join('\n\n') || undefined, // prettier-ignore
    security: securityOf(route),
    requestParams: {
      ...(Object.keys(path).length > 0 ? { path: z.object(path) } : {}),
      ...(query instanceof z.ZodObject ? { query } : {}),
      ...(Object.keys(headers).length > 0 ? { header: z.object(headers) } : {}),
    },
    requestBody: bodyOf(route),
    responses: {
      ...Object.fromEntries(
        statuses.map((status) => [
          String(status),
          { description: 'Success', content: successContent(route, status) },
        ]),
      ),
      ...(route.mayRedirect ? { '302': { description: 'The browser is sent on' } } : {}),
      ...errorResponses(route),
      ...otherResponses(route),
    },
  };
}

function actText({ act }: Route): string {
  if (act === 'rights') return `Requires a sign-in within the last ${RIGHTS_MINUTES} minutes; every superAdmin is notified by mail.`; // prettier-ignore
  if (act === 'money') return `Requires a sign-in within the last \`${accessSettings.moneyActMinutes.key}\` minutes, or an API key that was created with \`moneyActs\`.`; // prettier-ignore
  return '';
}

/** `getAdminOrdersByOrderIdInvoice`: unique because method and path are. */
function operationId(route: Route): string {
  const words = route.path.split('/').filter(Boolean).map((part) => (part.startsWith(':') ? `by-${part.slice(1)}` : part)); // prettier-ignore
  return [route.method, ...words]
    .join('-')
    .replace(/[^A-Za-z0-9]+([A-Za-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
    .replace(/[^A-Za-z0-9]/g, '');
}

/** The OpenAPI 3.1 document of all declared routes, and of the operations of `/auth/*`. */
export function openApiDocument(routes: readonly Route[] = allRoutes) {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = authPaths();
  for (const route of routes) {
    const path = route.path.replace(/[:*](\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operation(route) };
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Haat',
      version: '1',
      description: referenceIntroduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    components: {
      securitySchemes,
    },
    tags: [
      {
        name: 'auth',
        description:
          'Sign-up to sign-out. Responses have no envelope, and errors are `{ code, message }`. A sign-in from this page needs the address of `PUBLIC_API_BASE_URL`; its cookie then goes with every operation that is tried.',
      },
      ...features
        .filter(({ slug }) => routes.some((route) => route.slug === slug))
        .map(({ slug, text }) => ({ name: slug, description: text })),
    ],
    paths: paths as ZodOpenApiPathsObject,
  });
}
