import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { emailSchema } from '#api/kernel/values.js';
import { phoneSchema } from '#api/kernel/address.js';
import { boundariesOf } from './boundaries.js';
import { type JsonSchema, placesOf } from './json-schema.js';
import { createTexts } from './sample-text.js';

/** The edges of one value of this schema. */
function boundariesFor(schema: z.ZodType) {
  const root = z.toJSONSchema(z.object({ value: schema }), { io: 'input' }) as JsonSchema;
  return placesOf(root).flatMap((place) => boundariesOf(place, createTexts(), () => []));
}

describe('the edges that the sweeps try', () => {
  it('are the numbers next to those that are excluded', () => {
    const values = (schema: z.ZodType) => boundariesFor(schema).map((edge) => [edge.bound, ...edge.values]);
    expect(values(z.int().gt(2).lt(9))).toEqual([
      ['least', { at: 3, past: 2 }],
      ['most', { at: 8, past: 9 }],
    ]);
    expect(values(z.number().positive())).toEqual([['least', { at: 0.001, past: 0 }]]);
  });

  it.each([
    ['an e-mail', emailSchema],
    ['a phone number', phoneSchema],
    ['a web address', z.url().max(2048)],
  ])('of %s have its form and exactly the length, and one more is too long', (_name, schema) => {
    const [edge] = boundariesFor(schema).filter(({ bound }) => bound === 'most');
    const fitting = edge?.values.filter(({ at }) => schema.safeParse(at).success) ?? [];
    expect(fitting.length).toBeGreaterThan(0);
    expect(fitting.map(({ past }) => schema.safeParse(past).success)).not.toContain(true);
  });
});
