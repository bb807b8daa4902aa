import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { CustomField } from '#domain/_shared/custom-field.js';
import { declareFields, type FieldAudience, sees, writes } from '#domain/custom-fields/declared-fields.js';

const field = (rest: Partial<CustomField> = {}): CustomField => ({
  schema: z.string(),
  label: 'Field',
  visibility: 'admin',
  ...rest,
});
const declare = (key: string, rest: Partial<CustomField> = {}, owner = 'a') =>
  declareFields([{ owner, fields: { product: { [key]: field(rest) } } }]);

describe('custom fields', () => {
  it('of several owners come together, in the order of their keys', () => {
    const fields = declareFields([
      { owner: 'a', fields: { product: { warranty: field() } } },
      { owner: 'b', fields: { product: { care: field() }, order: { gift: field() } } },
    ]);
    expect(fields.get('product')?.map(({ key, owner }) => [key, owner])).toEqual([
      ['care', 'b'],
      ['warranty', 'a'],
    ]);
    expect(fields.get('order')?.map(({ key }) => key)).toEqual(['gift']);
    expect(fields.get('vendor')).toEqual([]);
  });

  it('with one key twice stop the start, and name both owners', () => {
    const fields = { product: { care: field() } };
    expect(() =>
      declareFields([
        { owner: 'a', fields },
        { owner: 'b', fields },
      ]),
    ).toThrow('The custom field care of product is declared by a and by b: rename one');
  });

  it.each([
    ['Care', {}, /key in camelCase/],
    ['care_label', {}, /key in camelCase/],
    ['care', { editableBy: 'vendor', visibility: 'admin' }, /cannot be edited by vendors, who do not see it/],
    ['care', { editableBy: 'customer', visibility: 'vendor' }, /cannot be edited by customers/],
    ['care', { search: 'text', visibility: 'vendor' }, /cannot be searched: only public fields of products/],
  ] as const)('declared as %s %j are refused', (key, rest, message) => {
    expect(() => declare(key, rest)).toThrow(message);
  });

  it.each([
    ['admin', ['admin', 'vendor', 'public']],
    ['vendor', ['vendor', 'public']],
    ['customer', ['public']],
    ['public', ['public']],
  ] as [FieldAudience, string[]][])('are seen by %s where they are for %j', (audience, seen) => {
    const all = ['admin', 'vendor', 'public'] as const;
    expect(all.filter((visibility) => sees(audience, { visibility }))).toEqual(seen);
  });

  it('are written by administrators, and by whom they name', () => {
    const writers = (editableBy?: 'vendor' | 'customer') =>
      (['admin', 'vendor', 'customer', 'public'] as const).filter((audience) =>
        writes(audience, { editableBy }),
      );
    expect(writers()).toEqual(['admin']);
    expect(writers('vendor')).toEqual(['admin', 'vendor']);
    expect(writers('customer')).toEqual(['admin', 'customer']);
  });
});
