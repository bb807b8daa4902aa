import { z } from 'zod';
import { type EntityName, entityNames } from '#api/kernel/entities.js';
import type { Route } from '#api/kernel/route.js';
import { bodySchema } from '#api/kernel/middleware/validate.js';
import { addressOf } from '../_support/vendors.js';
import { type JsonSchema, type Key, type Place, typeOf, variantsOf } from './json-schema.js';
import { sampleText } from './sample-text.js';

/** The id of a row of each entity, for the properties that name one. */
export type IdOf = (entity: EntityName) => string;

/** Objects whose parts must fit each other, by the name of their schema. */
const known: Record<string, () => object> = {
  // Abroad, where a state and a postal code may be anything.
  AddressInput: () => addressOf({ country: 'AE', stateCode: 'Dubai', postalCode: '00000' }),
  ProductOptionInput: () => ({ name: sampleText({}), values: ['one'] }),
};

/** The entity that a property such as `variantId` or `tagIds` names. */
export function entityOf(property: string): EntityName | undefined {
  const [, word] = /^(.+)Ids?$/.exec(property) ?? [];
  if (word === undefined) return undefined;
  const tail = word.charAt(0).toUpperCase() + word.slice(1);
  return entityNames.find((name) => name === word) ?? entityNames.find((name) => name.endsWith(tail));
}

/** The smallest value that a schema takes; `property` is where it stands. */
export function sample(given: JsonSchema, root: JsonSchema, idOf?: IdOf, property = ''): unknown {
  const [schema = {}] = variantsOf(given, root);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') {
    const whole = known[schema.id ?? '']?.();
    if (whole) return whole;
    const required = (schema.required ?? []).map((key) => [
      key,
      sample(schema.properties?.[key] ?? {}, root, idOf, key),
    ]);
    return Object.fromEntries(required);
  }
  if (type === 'array') return sampleItems(schema, schema.minItems ?? 0, root, { idOf, property });
  const entity = idOf && entityOf(property);
  if (entity) return idOf(entity);
  if (type === 'string') return sampleText(schema);
  if (type === 'integer' || type === 'number')
    return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
  if (type === 'boolean') return true;
  return null;
}

/** So many items of an array; where its property says that they are ids, that of a row. */
export function sampleItems(
  { items = {} }: JsonSchema,
  count: number,
  root: JsonSchema,
  { idOf, property }: { idOf?: IdOf; property?: string } = {},
): unknown[] {
  return Array.from({ length: count }, () => sample(items, root, idOf, property));
}

/** What a route takes as its body, in JSON Schema; undefined where it takes no JSON. */
export function inputSchema(route: Route): JsonSchema | undefined {
  if (!inputSchemas.has(route)) inputSchemas.set(route, readInputSchema(route));
  return inputSchemas.get(route);
}

/** Each sweep reads them anew, some for each place of a body. */
const inputSchemas = new WeakMap<Route, JsonSchema | undefined>();

function readInputSchema(route: Route): JsonSchema | undefined {
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
