import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { parsePart } from '#api/kernel/parse-part.js';

const optionalCode = z.union([z.literal(''), z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code')]);

it.each<[value: unknown, schema: z.ZodType, message: string]>([
  [undefined, z.string(), 'is required'],
  [7, z.string(), 'must be text'],
  ['7', z.int(), 'must be a number'],
  [7.5, z.int(), 'must be a whole number'],
  ['', z.string().trim().min(1), 'must not be empty'],
  [[], z.array(z.string()).min(1), 'must not be empty'],
  ['ab', z.string().min(3), 'must have at least 3 characters'],
  ['abc', z.string().max(1), 'must have at most 1 character'],
  ['a', z.string().length(6), 'must have exactly 6 characters'],
  [['a', 'b'], z.array(z.string()).max(1), 'must have at most 1 entry'],
  [0, z.number().min(1), 'must be at least 1'],
  [0, z.number().positive(), 'must be more than 0'],
  [101, z.number().max(100), 'must be at most 100'],
  [7, z.number().multipleOf(5), 'must be a multiple of 5'],
  ['teal', z.enum(['red', 'blue']), 'must be one of red, blue'],
  ['somebody', z.email(), 'must be an email address, like name@example.com'],
  ['example', z.url(), 'must be a URL, like https://example.com'],
  ['EURO', optionalCode, 'must be an ISO 4217 code'],
  [{ shade: 1 }, z.strictObject({}), 'unknown key shade'],
  [-1, z.number().min(0, 'must not be negative'), 'must not be negative'],
])('%j: a value that breaks a rule of its schema is refused with a sentence', (value, schema, message) => {
  expect(parsePart('body', value, schema).errors?.map((issue) => issue.message)).toEqual([message]);
});
