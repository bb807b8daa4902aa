import {
  type CatalogueAttribute,
  readAttributeCatalogue,
  readAttributeRevision,
} from '#db/search/attribute-catalogue.query.js';
import { customFieldsOf } from '#domain/custom-fields/registered-fields.js';
import { facetCodeOf } from '#domain/custom-fields/searched-fields.js';
import { canonicalNumber } from '#domain/products/canonical-number.js';
import type { SearchFilters } from '#domain/search/search-query.js';
import type { Knex } from '#db/kernel/knex.js';

/** As the database orders titles. */
const byTitle = new Intl.Collator('und').compare;

const CHECKED_MS = 1_000;

export interface AttributeCatalogue {
  /** By title. */
  attributes: readonly CatalogueAttribute[];
  byCode: ReadonlyMap<string, CatalogueAttribute>;
}

/** Custom fields that are counted, shown and filtered as attributes are. */
const customFacets = customFieldsOf('product')
  .filter(({ search }) => search === 'facet')
  .map(({ key, label }): CatalogueAttribute => ({
    code: facetCodeOf(key),
    title: label,
    type: 'text',
    values: [],
  }));

function withCustomFields(attributes: CatalogueAttribute[]): CatalogueAttribute[] {
  if (customFacets.length === 0) return attributes;
  return [...attributes, ...customFacets].sort((first, second) => byTitle(first.title, second.title));
}

/** The live attributes, in memory: every facet shows their titles. A change is seen within a second. */
export function createAttributeCatalogue({ knex }: { knex: Knex }, now: () => number = Date.now) {
  let known: { revision: number; catalogue: AttributeCatalogue } | undefined;
  let checkedAt = 0;
  let reading: Promise<AttributeCatalogue> | undefined;

  async function read(): Promise<AttributeCatalogue> {
    const revision = await readAttributeRevision(knex);
    if (known?.revision !== revision) {
      const attributes = withCustomFields(await readAttributeCatalogue(knex));
      known = {
        revision,
        catalogue: { attributes, byCode: new Map(attributes.map((item) => [item.code, item])) },
      };
    }
    checkedAt = now();
    return known.catalogue;
  }

  return {
    async get(): Promise<AttributeCatalogue> {
      if (known && now() - checkedAt < CHECKED_MS) return known.catalogue;
      reading ??= read().finally(() => (reading = undefined));
      return reading;
    },
  };
}

/** Values as the index has them; null where a code is no attribute, for then nothing matches. */
export function knownAttributes(
  attributes: SearchFilters['attributes'],
  { byCode }: AttributeCatalogue,
): Record<string, string[]> | null {
  const known: Record<string, string[]> = {};
  for (const [code, values] of Object.entries(attributes ?? {})) {
    const attribute = byCode.get(code);
    if (!attribute) return null;
    known[code] =
      attribute.type === 'number' ? values.map((item) => canonicalNumber(item) ?? item) : [...values];
  }
  return known;
}
