import { z } from 'zod';
import { type AuthDeps, createAuth } from '#api/accounts/auth.js';
import { createSessionTokens } from '#api/accounts/session-tokens.js';
import { createAuthPool } from '#db/kernel/auth-pool.js';
import { parseConfig } from '#lib/config.js';
import { createLogger } from '#lib/logger.js';
import { sample } from '../sweeps/sample-body.js';
import { type JsonSchema, typesOf, variantsOf } from '../sweeps/json-schema.js';

/** What one operation of better-auth takes: a value for each of its properties, as far as it describes them. */
export interface AuthOperation {
  name: string;
  method: string;
  path: string;
  body: Record<string, unknown>;
  query: Record<string, unknown>;
  /** Those of its query that it takes more than one of. */
  lists: string[];
}

interface Endpoint {
  path?: string;
  options: {
    method: string | string[];
    body?: z.ZodType;
    query?: z.ZodType;
    metadata?: { SERVER_ONLY?: boolean };
  };
}

/** What these take they describe as a record of anything. */
const undescribed: Record<string, Record<string, unknown>> = {
  '/update-user': { name: 'Asha Rao', image: 'https://example.com/asha.png' },
  '/update-session': { activeOrganizationId: null, activeVendorId: null },
};

/** Something of each property that a schema describes. */
function everyProperty<T>(
  schema: z.ZodType | undefined,
  read: (value: JsonSchema, root: JsonSchema) => T,
): Record<string, T> {
  if (!schema) return {};
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const variants = [root, ...(root.anyOf ?? []), ...(root.allOf ?? [])];
  const properties = Object.assign({}, ...variants.map(({ properties = {} }) => properties)) as Record<
    string,
    JsonSchema
  >;
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, read(value, root)]));
}

const takesList = (value: JsonSchema, root: JsonSchema) =>
  typesOf(variantsOf(value, root))?.has('array') ?? false;

/** Every operation that can be called from outside, as the library lists them. */
export function authOperations(): AuthOperation[] {
  const url = 'postgres://nobody@localhost:1/none';
  const config = parseConfig({ NODE_ENV: 'test', DATABASE_URL: url, STORAGE_DIR: 'none' });
  // The library connects at its first request, and gets none.
  const pool = createAuthPool({ url, onError: () => undefined });
  const logger = createLogger({ level: 'silent', name: 'test' });
  const settings = { get: () => undefined };
  const auth = createAuth({
    config,
    settings,
    logger,
    pool,
    tokens: createSessionTokens(),
  } as unknown as AuthDeps);
  const endpoints = Object.values(auth.api as unknown as Record<string, Endpoint>);
  const closed = auth.options.disabledPaths;
  return endpoints.flatMap(({ path, options }) => {
    if (path === undefined || options.metadata?.SERVER_ONLY || closed.includes(path)) return [];
    const body = { ...everyProperty(options.body, sample), ...undescribed[path] };
    const query = everyProperty(options.query, sample);
    const several = everyProperty(options.query, takesList);
    const lists = Object.keys(several).filter((key) => several[key]);
    return [options.method]
      .flat()
      .map((method) => ({ name: `${method} ${path}`, method, path, body, query, lists }));
  });
}
