import type { SearchDocument } from '#domain/search/search-document.js';
import { type SearchFilters, type SearchQuery, searchSorts } from '#domain/search/search-query.js';
import { attributesOf, brandOf, documentOf, idOf, queryOf } from './search-documents.js';

/** Values that a search server may take for each other, or for something else than text. */
const values = [
  'red',
  'Red',
  'RED ',
  'm/l',
  'm l',
  'M-L',
  '*',
  're*',
  '\\',
  '`x',
  'a`b',
  `${'x'.repeat(254)}y`,
  'x'.repeat(255),
  'é',
  'e',
  '[a]',
  'a,b',
  'a && b',
  'रेशम',
  '😀',
  '😁',
];
const skus = ['AB-1', 'ab-1', 'AB 1', 'AB1', '`', '*', 'AB-*', '\\'];
const slugs = ['lamps', 'brass-lamps', 'brass', 'sarees'];
const words = ['Brass', 'Clay', 'Silk', 'Cotton', 'Steel', 'Jute', 'Teak'];
const things = ['Lamp', 'Kurta', 'Bowl', 'Basket', 'Tray'];

/** Numbers that look random and are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pick = <T>(next: (below: number) => number, list: readonly T[]): T => list[next(list.length)] as T;

export function manyDocuments(count = 240): SearchDocument[] {
  const next = numbers(7);
  return Array.from({ length: count }, (_, n) => {
    const category = next(slugs.length);
    const brand = next(4);
    const price = next(8) === 0 ? -1 : next(60) * 100;
    const inventory = next(4) === 0 ? 0 : next(2_000);
    return documentOf(n + 1, {
      title: `${pick(next, words)} ${pick(next, things)}`,
      ...(brand > 0 && brandOf(brand, ['Aanya', 'Bodhi', 'Zed'][brand - 1] ?? '')),
      categoryIds: [idOf(700 + category)],
      categorySlugs: [slugs[category] ?? ''],
      categoryNames: [slugs[category] ?? ''],
      ...(next(2) === 0 && { tagIds: [idOf(601)], tagSlugs: ['festive'], tagNames: ['Festive'] }),
      ...attributesOf({
        colour: [pick(next, values)],
        size: [...new Set([pick(next, ['s', 'm', 'l']), pick(next, values)])],
      }),
      priceMin: price,
      priceMax: price < 0 ? -1 : price + next(3) * 100,
      totalInventory: inventory,
      inStock: inventory > 0,
      hasActiveSpecial: next(5) === 0,
      ratingAverage: next(21) / 4,
      ratingCount: next(50),
      popularity: next(11),
      skus: [pick(next, skus)],
      ...(n % 5 === 0 && { vendorId: idOf(9_001), vendorSlug: 'ha' }),
      publishedAtTs: next(20) === 0 ? 0 : 1_700_000_000_000 + next(50),
    });
  });
}

/** Filters, orders, pages, counts and single words, of which both engines have the same idea. */
export function equalQueries(count = 200): SearchQuery[] {
  const next = numbers(43);
  const some = <T>(list: readonly T[]) => [pick(next, list), pick(next, list)].slice(0, 1 + next(2));
  return Array.from({ length: count }, (_, n) => {
    const filters: SearchFilters = {
      ...(next(4) === 0 && { brandSlugs: some(['aanya', 'bodhi', 'zed', 'a*', 'Aanya', '`']) }),
      ...(next(4) === 0 && { categorySlugs: some(slugs) }),
      ...(next(6) === 0 && { tagSlugs: some(['festive', 'fest*']) }),
      ...(next(5) === 0 && { skus: some(skus) }),
      ...(next(3) === 0 && { attributes: { colour: some(values) } }),
      ...(next(6) === 0 && {
        attributes: { size: some(['s', 'm', ...values]), ...(next(2) === 0 && { colour: some(values) }) },
      }),
      ...(next(5) === 0 && { minPrice: next(40) * 100 }),
      ...(next(5) === 0 && { maxPrice: next(60) * 100 }),
      ...(next(6) === 0 && { minRating: next(5) }),
      ...(next(5) === 0 && { inStock: next(2) === 0 }),
      ...(next(8) === 0 && { hasActiveSpecial: true }),
      ...(next(10) === 0 && { vendors: some(['haat', idOf(9_000), 'ha*', 'HAAT']) }),
    };
    // Which of two products is the better match each engine decides for itself.
    const sortBy = pick(next, searchSorts);
    const q = sortBy !== 'relevance' && next(3) === 0 ? pick(next, [...words, ...things]).toLowerCase() : '';
    return queryOf(
      {
        q,
        sortBy,
        page: 1 + next(3),
        limit: 5 + next(30),
        ...(n % 2 === 0 && {
          facets: {
            attributes: ['colour', 'size', 'nothing'],
            disjunctive: next(2) === 0,
            categories: true,
            ingredients: true,
            vendors: n % 4 === 0,
            price: next(2) === 0,
          },
        }),
      },
      filters,
    );
  });
}
