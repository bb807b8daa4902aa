import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { accessSettings } from '#domain/access/access.settings.js';
import { RIGHTS_MINUTES } from '#domain/access/acts.js';
import { operationId } from './operation-id.js';
import { INTERFACE_VERSION } from './versions.js';
import { type Route, takesApiKeys } from './route.js';
import { API_KEY_PREFIX, SECURE_SESSION_COOKIE, SESSION_COOKIE } from '#api/accounts/credentials.js';
import { authPaths } from '#api/accounts/auth-paths.js';
import { bodySchema } from '#api/kernel/middleware/validate.js';
import { features } from '#domain/features.js';
import { referenceIntroduction } from './reference-texts.js';
import { errorResponses } from './openapi-errors.js';
import { describeRareErrors } from './openapi-rare-errors.js';
import { shareParameters } from './openapi-parameters.js';
import { successResponse } from './openapi-success.js';
import { entityParamSchema, operationExtensions } from './openapi-extensions.js';
import { allRoutes } from '#api/routes.js';
import { webhookEvents } from '#api/webhook-events.js';
import { webhookPaths, webhookSchemas } from '#api/outbound-webhooks/openapi-webhooks.js';

type Security = Record<string, string[]>[];

const session: Security = [{ bearer: [] }, { cookie: [] }];
/** That of operations that say nothing else, which are most. */
const defaultSecurity: Security = [...session, { apiKey: [] }];

/** What a request may show itself by; on a public operation nothing, or a session. */
function securityOf(route: Route): { security?: Security } {
  if (route.auth === 'webhook') return { security: [{}] };
  if (route.auth === 'public') return { security: [{}, ...session] };
  return takesApiKeys(route) ? {} : { security: session };
}

/** By the names that `securityOf` uses. */
const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The token of a session' },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: `The session of a browser; over https its name is \`${SECURE_SESSION_COOKIE}\``,
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: `${API_KEY_PREFIX}…`,
    description:
      'An API key, as `POST /admin/api-keys` makes it; taken where an operation names it, and nowhere else',
  },
} as const;

function otherResponses({ otherResponses = {} }: Route): ZodOpenApiOperationObject['responses'] {
  return Object.fromEntries(
    Object.entries(otherResponses).map(([status, schema]) => [
      status,
      { description: 'In a form of its own', content: { 'application/json': { schema } } },
    ]),
  );
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
  const examples =
    route.bodyExample === undefined ? {} : { examples: { example: { value: route.bodyExample } } };
  return { required, content: { 'application/json': { schema, ...examples } } };
}

function operation(route: Route, routes: readonly Route[]): ZodOpenApiOperationObject {
  const path = Object.fromEntries(
    Object.entries(route.params).map(([name, spec]) => [name, entityParamSchema(spec)]),
  );
  const query = route.query instanceof z.ZodPipe ? route.query.in : route.query;
  const headers = {
    ...(route.idempotent
      ? {
          'Idempotency-Key': z
            .string()
            .max(255)
            .optional()
            .meta({ description: 'The same key returns the same response for 24 hours' }),
        }
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
    description:
      [route.description, actText(route), deprecationText(route)].filter(Boolean).join('\n\n') || undefined,
    ...(route.deprecated && { deprecated: true }),
    ...operationExtensions(route, routes),
    ...securityOf(route),
    requestParams: {
      ...(Object.keys(path).length > 0 ? { path: z.object(path) } : {}),
      ...(query instanceof z.ZodObject ? { query } : {}),
      ...(Object.keys(headers).length > 0 ? { header: z.object(headers) } : {}),
    },
    requestBody: bodyOf(route),
    responses: {
      ...Object.fromEntries(
        statuses.map((status) => [String(status), successResponse(withShapeOf(route, status), status)]),
      ),
      ...(route.mayRedirect ? { '302': { description: 'The browser is sent on' } } : {}),
      ...errorResponses(route),
      ...otherResponses(route),
    },
  };
}

function withShapeOf(route: Route, status: number): Route {
  const { alsoSuccess, alsoResponse } = route;
  return status === alsoSuccess && alsoResponse
    ? { ...route, response: alsoResponse, example: undefined }
    : route;
}

function actText({ act, actWhen }: Route): string {
  const requires = actWhen ? `Where ${actWhen}, it requires` : 'Requires';
  if (act === 'rights')
    return `${requires} a sign-in within the last ${RIGHTS_MINUTES} minutes; every superAdmin is notified by mail.`;
  if (act === 'money')
    return `${requires} a sign-in within the last \`${accessSettings.moneyActMinutes.key}\` minutes, or an API key with \`moneyActs\`.`;
  return '';
}

function deprecationText({ deprecated }: Route): string {
  if (!deprecated) return '';
  return `Deprecated since ${deprecated.since}; may be missing from ${deprecated.sunset} on. Use \`${deprecated.use}\`.`;
}

/** Bounds that only say that a number is a safe integer hold for every number of JSON: they are left out. */
function withoutSafeBounds(schema: { minimum?: number; maximum?: number }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

interface DescribedParameter {
  description?: string;
  schema?: { description?: string };
}

/** Says of each parameter once what it is: the library says it again in its schema. */
function describeParametersOnce({ paths }: { paths?: object | undefined }): void {
  for (const operations of Object.values(paths ?? {}) as Record<
    string,
    { parameters?: DescribedParameter[] }
  >[])
    for (const { parameters = [] } of Object.values(operations))
      for (const { description, schema } of parameters)
        if (schema?.description !== undefined && schema.description === description)
          delete schema.description;
}

/** The OpenAPI 3.1 document of all declared routes, and of the operations of `/auth/*`. */
export function openApiDocument(routes: readonly Route[] = allRoutes) {
  // A part of the operations is a document without the webhooks, whose shapes are those of other operations.
  const webhooks = routes === allRoutes ? webhookEvents : undefined;
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = authPaths();
  for (const route of routes) {
    const path = route.path.replace(/[:*](\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operation(route, routes) };
  }
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Haat',
        version: INTERFACE_VERSION,
        description: referenceIntroduction,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      security: defaultSecurity,
      components: {
        securitySchemes,
        ...(webhooks && { schemas: webhookSchemas(webhooks) }),
      },
      ...(webhooks && { webhooks: webhookPaths(webhooks) }),
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
    },
    { override: ({ jsonSchema }) => withoutSafeBounds(jsonSchema) },
  );
  describeRareErrors(document);
  describeParametersOnce(document);
  shareParameters(document);
  return document;
}
