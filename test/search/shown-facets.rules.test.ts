import { describe, expect, it } from '@jest/globals';
import type { AttributeCatalogue } from '#operations/search/attribute-catalogue.js';
import { attributeFacets } from '#api/search/shown-facets.js';

/** Attributes a0 to a59 by title. */
const attributes = Array.from({ length: 60 }, (_, n) => ({
  code: `a${n}`,
  title: `Attribute ${String(n).padStart(2, '0')}`,
  type: 'text' as const,
  values: [],
}));
const catalogue: AttributeCatalogue = {
  attributes,
  byCode: new Map(attributes.map((item) => [item.code, item])),
};
const counted = attributes.map(({ code }, n) => ({ code, values: [{ value: 'x', productCount: n + 1 }] }));

describe('attributes beside a search', () => {
  it('are those that the most products found have, by title', () => {
    const shown = attributeFacets(counted, catalogue, { total: 100, chosen: [] });
    expect(shown.map(({ code }) => code)).toEqual(attributes.slice(10).map(({ code }) => code));
  });

  it('always have those that are chosen', () => {
    const shown = attributeFacets(counted, catalogue, { total: 100, chosen: ['a3'] });
    expect(shown).toHaveLength(50);
    expect(shown[0]).toMatchObject({ code: 'a3', values: [{ value: 'x', productCount: 4 }] });
  });
});
