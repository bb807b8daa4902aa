import { expect, it } from '@jest/globals';
import { listingProductsQuery, readSavedFilters } from '#api/dynamic-listings/listing-filters.schemas.js';
import { mergedFilters } from '#domain/dynamic-listings/listing-filters.js';

const saved = {
  q: 'lamp',
  vendors: 'v1',
  brands: ['b1', 'b2'],
  categories: 'c1',
  tags: 't1',
  ingredients: 'i1',
  skus: 's1',
  attributes: { size: 'm' },
  minPrice: 100,
  maxPrice: '900',
  inStock: true,
  hasActiveSpecial: 'true',
  withReviews: true,
  sortBy: 'new',
};
const inForce = {
  q: 'lamp',
  vendors: ['v1'],
  brands: ['b1', 'b2'],
  categories: ['c1'],
  tags: ['t1'],
  ingredients: ['i1'],
  skus: ['s1'],
  attributes: { size: ['m'] },
  minPrice: 100,
  maxPrice: 900,
  inStock: true,
  hasActiveSpecial: true,
  withReviews: true,
  sortBy: 'new',
};
const asked = (query: Record<string, string>) => {
  const { page: _page, limit: _limit, ...rest } = listingProductsQuery.parse(query);
  return mergedFilters(readSavedFilters(saved), rest);
};

it('saved filters apply where nothing is asked for', () => {
  expect(asked({})).toEqual(inForce);
});

it.each([
  ['q', 'brass', 'brass'],
  ['vendors', 'v2,v3', ['v2', 'v3']],
  ['brands', 'b3', ['b3']],
  ['categories', 'c2', ['c2']],
  ['tags', 't2', ['t2']],
  ['ingredients', 'i2', ['i2']],
  ['skus', 's2', ['s2']],
  ['attributes', '{"colour":["red"]}', { colour: ['red'] }],
  ['minPrice', '200', 200],
  ['maxPrice', '300', 300],
  ['inStock', 'false', false],
  ['hasActiveSpecial', 'false', false],
  ['withReviews', 'false', false],
  ['sortBy', 'price-asc', 'price-asc'],
] as const)(
  '%s is overridden by the query, and cleared by an empty one (listing-filters)',
  (field, text, value) => {
    expect(asked({ [field]: text })).toEqual({ ...inForce, [field]: value });
    const { [field]: _cleared, ...rest } = inForce;
    expect(asked({ [field]: '' })).toEqual(rest);
  },
);
