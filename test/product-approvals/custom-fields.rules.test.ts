import { describe, expect, it } from '@jest/globals';
import { joinChanges } from '#domain/product-approvals/join-changes.js';
import { productDifferences } from '#domain/product-approvals/product-differences.js';
import { sameValue } from '#domain/product-approvals/same-value.js';
import type { CustomValues, PublicFields, ShownProduct } from '#domain/product-approvals/shown-product.js';
import { splitChanges, withoutRepeats } from '#domain/product-approvals/split-changes.js';
import type { VendorProduct } from '#domain/products/vendor-product.js';

const shown: PublicFields = {
  product: [{ key: 'points', label: 'Points' }],
  productVariant: [{ key: 'extra', label: 'Extra points' }],
};

const product = {
  id: 'p',
  title: 'Lamp',
  status: 'active',
  images: [],
  brandId: null,
  primaryCategoryId: null,
  categories: [],
  tags: [],
  ingredients: [],
  attributeAssignments: [],
  options: [],
  tabs: [],
  variants: [{ id: 'v', sku: 'L-1', thumbnail: null, images: [], optionValueIds: [] }],
} as unknown as VendorProduct;

const withFields = (customFields: CustomValues = {}, ofVariant: CustomValues = {}): ShownProduct => ({
  product,
  customFields,
  variantFields: new Map([['v', ofVariant]]),
});

describe('custom fields of an approved product', () => {
  it('wait where shoppers see them, and are written at once where they do not', () => {
    const customFields = { points: 3, terms: 'As agreed' };
    const variants = [
      { id: 'v', fields: { price: 100 }, customFields: { extra: 1, cost: 2 } },
      { fields: { price: 5 }, customFields: { extra: 2 } },
      { id: 'w', delete: true, fields: {}, customFields: { extra: 1 } },
    ];
    const split = splitChanges(product, { customFields, variants }, undefined, shown);
    expect(split.now.customFields).toEqual({ terms: 'As agreed' });
    expect(split.waiting.customFields).toEqual({ points: 3 });
    expect(split.now.variants).toEqual([
      { id: 'v', fields: { price: 100 }, customFields: { cost: 2 } },
      { fields: { price: 5 } },
      { id: 'w', delete: true, fields: {} },
    ]);
    expect(split.waiting.variants).toEqual([{ id: 'v', fields: {}, customFields: { extra: 1 } }]);
    expect([...split.shownOfAdded]).toEqual([[1, { fields: {}, customFields: { extra: 2 } }]]);
  });

  it('join what waits field by field, and take themselves out when they are set back', () => {
    const first = {
      customFields: { points: 3 },
      variants: [{ id: 'v', fields: {}, customFields: { extra: 1 } }],
    };
    const second = {
      variants: [{ id: 'v', fields: {}, customFields: { other: 2 } }],
      customFields: { badge: 'x' },
    };
    const joined = joinChanges(first, second);
    expect(joined.customFields).toEqual({ points: 3, badge: 'x' });
    expect(joined.variants).toEqual([{ id: 'v', fields: {}, customFields: { extra: 1, other: 2 } }]);
    const back = withoutRepeats(withFields({ points: 3 }, { extra: 1 }), first);
    expect([back.customFields, back.variants]).toEqual([undefined, []]);
    const cleared = withoutRepeats(withFields(), { customFields: { points: null } });
    expect(cleared.customFields).toBeUndefined();
  });

  it('are shown before and after, by their labels', () => {
    const after = withFields({ points: 4, terms: 'Hidden' }, { extra: ['a', 'b'] });
    expect(productDifferences(withFields({ points: 3 }), after, new Map(), shown)).toEqual([
      { field: 'customFields.points', label: 'Points', before: '3', after: '4' },
      {
        field: 'variants.v.customFields.extra',
        label: 'Extra points of L-1',
        before: null,
        after: ['a', 'b'],
      },
    ]);
  });
});

it('values are equal whatever the order of their keys, which the database changes', () => {
  expect(sameValue([{ after: 1, field: 'a' }], [{ field: 'a', after: 1 }])).toBe(true);
  expect(sameValue(['a', 'b'], ['b', 'a'])).toBe(false);
});
