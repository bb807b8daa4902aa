import { openApiDocument } from '#api/kernel/openapi.js';
import { parameterOf } from '#api/kernel/openapi-parameters.js';
import { operationId } from '#api/kernel/operation-id.js';
import type { Route } from '#api/kernel/route.js';
import { features } from '#domain/features.js';

type Json = Record<string, unknown>;
interface Operation extends Json {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: Json[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Json }> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Json>;
    responses: Record<string, Operation['responses'][string]>;
    parameters: Record<string, Json>;
  };
}

/** What the console makes its generic pages of: one index of all operations, and for each feature their shapes. */
export interface ConsoleDeclarations {
  index: unknown;
  features: Map<string, unknown>;
}

const audiences = ['admin', 'vendor'];

/** From the routes that this process has, so that those of a plugin have pages as well. */
export function consoleDeclarations(routes: readonly Route[]): ConsoleDeclarations {
  const wanted = new Set(
    routes.filter(({ auth }) => audiences.includes(auth)).map((route) => operationId(route)),
  );
  const document = openApiDocument(routes) as unknown as Document;
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, declared]) => {
        const parameters = declared.parameters?.map((item) => parameterOf(item, document.components));
        return { method, path, operation: { ...declared, ...(parameters && { parameters }) } };
      }),
    )
    .filter(({ operation }) => wanted.has(operation.operationId));
  const bySlug = new Map<string, Operation[]>();
  for (const { operation } of operations) {
    const slug = operation.tags[0] ?? '';
    bySlug.set(slug, [...(bySlug.get(slug) ?? []), operation]);
  }
  return {
    index: {
      features: features.filter(({ slug }) => bySlug.has(slug)).map(({ slug, text }) => ({ slug, text })),
      operations: operations.map(({ method, path, operation }) => indexEntry(method, path, operation)),
    },
    features: new Map([...bySlug].map(([slug, own]) => [slug, featureDeclarations(own, document)])),
  };
}

/** What menus, links and buttons need of an operation. */
function indexEntry(method: string, path: string, operation: Operation) {
  const extensions = Object.fromEntries(
    Object.entries(operation)
      .filter(([key]) => key.startsWith('x-'))
      .map(([key, value]) => [key.slice(2), value]),
  );
  const params = (operation.parameters ?? []).filter((parameter) => parameter['in'] === 'path');
  return {
    id: operation.operationId,
    method,
    path,
    slug: operation.tags[0],
    summary: operation.summary,
    ...extensions,
    params: params.map(({ name, schema }) => ({
      name,
      entity: (schema as Json)['x-entity'],
      values: (schema as Json)['enum'],
    })),
    body: operation.requestBody ? Object.keys(operation.requestBody.content)[0] : undefined,
    returns: contentType(operation),
  };
}

function successOf({ responses }: Operation, document?: Document) {
  const own = ['200', '201', '202'].map((status) => responses[status]).find((item) => item !== undefined);
  return own?.$ref && document ? document.components.responses[own.$ref.split('/').at(-1) ?? ''] : own;
}

/** `json` for what is wrapped in the envelope, else the type of the file or stream. */
function contentType(operation: Operation): string {
  const success = successOf(operation);
  const type = success?.$ref ? 'application/json' : Object.keys(success?.content ?? {})[0];
  return type === 'application/json' || type === undefined ? 'json' : type;
}

function featureDeclarations(operations: Operation[], document: Document) {
  const shapes = Object.fromEntries(
    operations.map((operation) => {
      const envelope = successOf(operation, document)?.content?.['application/json']?.schema;
      const data = (envelope?.['properties'] as Json | undefined)?.['data'];
      const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
      const query = (operation.parameters ?? [])
        .filter((parameter) => parameter['in'] === 'query')
        // A field of a form is described by its schema.
        .map(({ description, schema, ...rest }) => ({
          ...rest,
          schema: { description, ...(schema as Json) },
        }));
      return [operation.operationId, { description: operation.description, query, body, data }];
    }),
  );
  return { operations: shapes, schemas: schemasOf(shapes, document) };
}

/** The named schemas that are used, those within them too. */
function schemasOf(value: unknown, { components }: Document): Record<string, Json> {
  const found: Record<string, Json> = {};
  function follow(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    const name = '$ref' in node && typeof node.$ref === 'string' ? node.$ref.split('/').at(-1) : undefined;
    const schema = name === undefined ? undefined : components.schemas[name];
    if (name !== undefined && schema && !found[name]) {
      found[name] = schema;
      follow(schema);
    }
    for (const item of Object.values(node)) follow(item);
  }
  follow(value);
  return found;
}
