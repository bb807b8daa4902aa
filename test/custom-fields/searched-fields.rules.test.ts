import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { DeclaredField } from '#domain/custom-fields/declared-fields.js';
import { facetCodeOf, searchedFields } from '#domain/custom-fields/searched-fields.js';
import { withCustomFields } from '#db/reports/custom-field-columns-sql.js';
import { ordersReport } from '#db/reports/orders.report.js';
import { customFieldColumns } from '#domain/product-imports/custom-field-columns.js';
import { readCustomFields } from '#domain/product-imports/read-custom-fields.js';

const field = (key: string, rest: Partial<DeclaredField> = {}): DeclaredField => ({
  key,
  owner: 'a',
  schema: z.string(),
  label: key,
  visibility: 'public',
  editableBy: 'vendor',
  ...rest,
});
const declared = [
  field('careLabel', { search: 'text' }),
  field('fits', { search: 'facet', schema: z.array(z.string()) }),
  field('warrantyYears', { search: 'facet', schema: z.int().max(10) }),
  field('note', { editableBy: undefined }),
];

describe('searched custom fields', () => {
  it('are counted by value, or found by their words; objects and other fields are neither', () => {
    const values = {
      careLabel: 'By hand',
      fits: ['m', 's', 'm', 'x'.repeat(201)],
      warrantyYears: 2,
      note: 'no',
    };
    expect(searchedFields(declared, values)).toEqual({
      attributes: [
        { code: 'custom-field-fits', values: ['m', 's'], ids: [] },
        { code: 'custom-field-warranty-years', values: ['2'], ids: [] },
      ],
      texts: ['By hand'],
    });
    expect(searchedFields(declared, { fits: { size: 'm' }, careLabel: '' })).toEqual({
      attributes: [],
      texts: [],
    });
    expect(facetCodeOf('isA4Size')).toBe('custom-field-is-a4-size');
  });
});

describe('columns of custom fields in product files', () => {
  it('are those of fields that vendors write, by their keys in any case', () => {
    const headers = [
      'Handle',
      'Custom Field: CARELABEL',
      'custom field:fits',
      'Custom field: note',
      'Custom field: careLabel',
      'Custom field: other',
    ];
    expect(customFieldColumns(headers, declared)).toEqual([
      { key: 'careLabel', header: 'Custom Field: CARELABEL' },
      { key: 'fits', header: 'custom field:fits' },
    ]);
  });

  it('are read as text, else as what the text spells; what the field refuses is a note', () => {
    const cells = (texts: Record<string, string>) => ({
      handle: 'h',
      firstRow: 2,
      optionNames: null,
      variants: [],
      images: [],
      fields: {
        title: 'T',
        customFields: Object.entries(texts).map(([key, text]) => ({ key, column: `C: ${key}`, text })),
      },
    });
    const { fields, notes } = readCustomFields(
      [
        cells({ careLabel: '12', fits: '["s"]', warrantyYears: '3' }),
        cells({ careLabel: '', warrantyYears: '11' }),
      ],
      declared,
    );
    expect(fields.map(({ changes }) => changes)).toEqual([
      { careLabel: '12', fits: ['s'], warrantyYears: 3 },
      { careLabel: null },
    ]);
    expect(notes).toEqual([
      {
        row: 2,
        handle: 'h',
        column: 'C: warrantyYears',
        skips: 'nothing',
        reason: '"11" is not possible as warrantyYears. The custom field was left out.',
      },
    ]);
  });
});

describe('a report with custom fields', () => {
  it('has a column for each that its readers see, and is the same report without any', () => {
    const of = (fields: DeclaredField[]) =>
      withCustomFields(ordersReport, { entity: 'order', audience: 'vendor' }, fields);
    expect(of([])).toBe(ordersReport);
    expect(of([field('note', { visibility: 'admin' })])).toBe(ordersReport);
    expect(of([field('giftText')]).columns.at(-1)).toEqual({
      key: 'orderFieldGiftText',
      label: 'giftText',
      type: 'string',
    });
  });
});
