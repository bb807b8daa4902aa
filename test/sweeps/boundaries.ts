import type { Place, JsonSchema } from './json-schema.js';
import type { Texts } from './sample-text.js';

export type Bound = 'least' | 'most';

/** One bound of one place of a body. */
export interface Edge {
  place: Place;
  bound: Bound;
  /** Values that are just what is allowed, each with one that is a step further. The first that the schema takes is tried. */
  values: { at: unknown; past: unknown }[];
}

type MakeItems = (schema: JsonSchema, count: number) => unknown[];

function numberBoundaries(schema: JsonSchema): Omit<Edge, 'place'>[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  // What is excluded is the step too far itself; of fractions any step will do.
  const step = schema.type === 'integer' ? 1 : 0.001;
  const boundaries: Omit<Edge, 'place'>[] = [];
  const add = (bound: Bound, at: number, past: number) => boundaries.push({ bound, values: [{ at, past }] });
  if (minimum !== undefined) add('least', minimum, minimum - 1);
  if (maximum !== undefined) add('most', maximum, maximum + 1);
  if (exclusiveMinimum !== undefined) add('least', exclusiveMinimum + step, exclusiveMinimum);
  if (exclusiveMaximum !== undefined) add('most', exclusiveMaximum - step, exclusiveMaximum);
  return boundaries;
}

function textBoundaries(schema: JsonSchema, texts: Texts): Omit<Edge, 'place'>[] {
  const { minLength, maxLength } = schema;
  const edge = (bound: Bound, length: number, past: number) => ({
    bound,
    values: texts(length, schema).map((at, index) => ({ at, past: texts(past, schema)[index] ?? '' })),
  });
  return [
    ...(minLength ? [edge('least', minLength, minLength - 1)] : []),
    ...(maxLength === undefined ? [] : [edge('most', maxLength, maxLength + 1)]),
  ];
}

function listBoundaries(schema: JsonSchema, itemsOf: MakeItems): Omit<Edge, 'place'>[] {
  const { minItems, maxItems } = schema;
  const edge = (bound: Bound, count: number, past: number) => ({
    bound,
    values: [{ at: itemsOf(schema, count), past: itemsOf(schema, past) }],
  });
  return [
    ...(minItems ? [edge('least', minItems, minItems - 1)] : []),
    ...(maxItems === undefined ? [] : [edge('most', maxItems, maxItems + 1)]),
  ];
}

/** Every bound of a place, with values anew each time: what has to be unique is. */
export function boundariesOf(place: Place, texts: Texts, itemsOf: MakeItems): Edge[] {
  return place.variants.flatMap((schema) =>
    [...numberBoundaries(schema), ...textBoundaries(schema, texts), ...listBoundaries(schema, itemsOf)].map(
      (edge) => ({
        place,
        ...edge,
      }),
    ),
  );
}
