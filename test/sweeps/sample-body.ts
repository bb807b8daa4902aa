import fc from 'fast-check';
import { z } from 'zod';
import { type EntityName, entityNames } from '#api/_shared/entities.js';
import type { Route } from '#api/_shared/route.js';
import { bodySchema } from '#api/middleware/validate.js';
import { type JsonSchema, type Key, type Place, typeOf, variantsOf } from './json-schema.js';

/** The id of a row of each entity, for the properties that name one. */
export type IdOf = (entity: EntityName) => string;

const formats: Record<string, string> = {
  email: 'someone@example.com',
  uri: 'https://example.com/',
  uuid: '0199c0de-7e5c-7000-8000-000000000001',
  'date-time': '2026-11-21T09:30:00.000Z',
};

function sampleText(schema: JsonSchema): string {
  const format = schema.format ? formats[schema.format] : undefined;
  if (format) return format;
  if (schema.pattern)
    return fc.sample(fc.stringMatching(new RegExp(schema.pattern)), { seed: 1, numRuns: 1 })[0] ?? '';
  return 'text'.padEnd(schema.minLength ?? 0, 'x');
}

/** The entity that a property such as `variantId` names. */
function entityOf(property: string): EntityName | undefined {
  const [, word] = /^(.+)Id$/.exec(property) ?? [];
  if (word === undefined) return undefined;
  const tail = word.charAt(0).toUpperCase() + word.slice(1);
  return entityNames.find((name) => name === word) ?? entityNames.find((name) => name.endsWith(tail));
}

/** The smallest value that a schema takes. */
export function sample(given: JsonSchema, root: JsonSchema, idOf?: IdOf): unknown {
  const [schema = {}] = variantsOf(given, root);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') {
    const required = (schema.required ?? []).map((key) => {
      const entity = idOf && entityOf(key);
      return [key, entity ? idOf(entity) : sample(schema.properties?.[key] ?? {}, root, idOf)];
    });
    return Object.fromEntries(required);
  }
  if (type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}, root, idOf));
  if (type === 'string') return sampleText(schema);
  if (type === 'integer' || type === 'number')
    return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
  if (type === 'boolean') return true;
  return null;
}

/** What a route takes as its body, in JSON Schema; undefined where it takes no JSON. */
export function inputSchema(route: Route): JsonSchema | undefined {
  const schema = bodySchema(route);
  if (!schema || route.bodyKind) return undefined;
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  // A schema with a name of its own comes as a reference to itself.
  return { ...variantsOf(root, root)[0], $defs: root.$defs };
}

/**
 * A body that the route takes: its own example, else one made from its schema.
 * @throws Error for a body that neither gives, naming what to do about it.
 */
export function sampleBody(route: Route, idOf?: IdOf): unknown {
  if (!route.body) return undefined;
  const schema = z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const made = route.bodyExample ?? sample(schema, schema, idOf);
  const parsed = route.body.safeParse(made);
  if (parsed.success) return made;
  throw new Error(
    `${route.method.toUpperCase()} ${route.path} takes no body that can be made from its schema; give it a bodyExample. ${parsed.error.message}`,
  );
}

type Container = Record<Key, unknown>;

/** The container at a place, made where something else stands. */
function openContainer(body: unknown, place: Place, root: JsonSchema): { whole: unknown; last: Container } {
  const whole = fitting(structuredClone(body), place.containers[0], root);
  let last = whole;
  place.path.slice(0, -1).forEach((key, depth) => {
    last[key] = fitting(last[key], place.containers[depth + 1], root);
    last = last[key] as Container;
  });
  return { whole, last };
}

function fitting(value: unknown, container: JsonSchema = {}, root: JsonSchema): Container {
  return (typeOf(value) === container.type ? value : sample(container, root)) as Container;
}

/** A copy of the body with something else at one place; whatever leads to it is made where it is missing. */
export function withValue(body: unknown, place: Place, root: JsonSchema, value: unknown): unknown {
  const { whole, last } = openContainer(body, place, root);
  last[place.path.at(-1) ?? ''] = value;
  return whole;
}

/** A copy of the body without one property. */
export function without(body: unknown, place: Place, root: JsonSchema): unknown {
  const { whole, last } = openContainer(body, place, root);
  delete last[place.path.at(-1) ?? ''];
  return whole;
}
