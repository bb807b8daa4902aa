import type { EntityName } from '#api/kernel/entities.js';

/** The part of JSON Schema in which zod describes what a route takes. */
export interface JsonSchema {
  /** The name under which it stands in `$defs`, where it does. */
  id?: string;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  example?: unknown;
  format?: string;
  minLength?: number;
  maxLength?: number;
  /** Of a text in another format, `application/json`. */
  contentMediaType?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  default?: unknown;
  /** Of the id of a row: what it is a row of. */
  'x-entity'?: EntityName;
}

export type Key = string | number;

/** A place in a document: what may stand there, and the steps that lead to it. */
export interface Place {
  path: Key[];
  /** The variants that may stand there, references resolved. */
  variants: JsonSchema[];
  /** The objects and arrays on the way, from the outermost. */
  containers: JsonSchema[];
  required: boolean;
}

/** What a schema may be, references and alternatives resolved. `allOf` is one of them, taken by its first part. */
export function variantsOf(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  if (schema.$ref !== undefined) {
    if (schema.$ref === '#') return variantsOf(root, root);
    const id = schema.$ref.replace('#/$defs/', '');
    const named = root.$defs?.[id] ?? {};
    // What stands beside a reference narrows what it names.
    const { $ref: _ref, ...narrower } = schema;
    return variantsOf(named, root).map((variant) =>
      variant === named ? { ...variant, ...narrower, id } : variant,
    );
  }
  const alternatives = schema.anyOf ?? schema.oneOf ?? schema.allOf?.slice(0, 1);
  return alternatives ? alternatives.flatMap((item) => variantsOf(item, root)) : [schema];
}

/** JSON's own word for a value; whole numbers are `integer`. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** The types that may stand at a place; undefined when anything may. */
export function typesOf(variants: readonly JsonSchema[]): Set<string> | undefined {
  const types = new Set<string>();
  for (const { type, const: only, enum: values } of variants) {
    const own = type ?? (values ?? (only === undefined ? [] : [only])).map(typeOf);
    if (own.length === 0) return undefined;
    for (const name of [own].flat()) types.add(name);
  }
  if (types.has('number')) types.add('integer');
  return types;
}

/** Self-describing values (`z.json()`) would go on for ever. */
const DEPTH = 6;

/** Every place below a schema: properties at any depth, and the first item of each array. */
export function placesOf(schema: JsonSchema, root: JsonSchema = schema, from?: Place): Place[] {
  const { path, containers } = from ?? { path: [], containers: [] };
  if (path.length >= DEPTH) return [];
  const places: Place[] = [];
  for (const variant of variantsOf(schema, root)) {
    const steps: [Key, JsonSchema, boolean][] = Object.entries(variant.properties ?? {}).map(
      ([key, value]) => [key, value, variant.required?.includes(key) ?? false],
    );
    if (variant.items) steps.push([0, variant.items, false]);
    for (const [key, below, required] of steps) {
      const place: Place = {
        path: [...path, key],
        variants: variantsOf(below, root),
        containers: [...containers, variant],
        required,
      };
      places.push(place, ...placesOf(below, root, place));
    }
  }
  return places;
}
