import type { SearchDatabase } from '#integrations/search/search-database.js';
import type { Term } from './document-row.js';

export type KnownTerm = Term & { id: number };

/** Far more than a marketplace has; beyond it they are read anew. */
const MAX_KNOWN = 300_000;

/** No text that is stored has this sign. */
const BETWEEN = '\0';

/** Under what a term is looked for by filters. */
export const termLookup = {
  entry: (kind: Exclude<Term['kind'], 'attribute'>, slug: string) => [kind, slug].join(BETWEEN),
  vendorId: (ref: string) => ['vendor', 'id', ref].join(BETWEEN),
  attribute: (code: string, label: string) => ['attribute', code, label].join(BETWEEN),
};

export interface KnownTerms {
  /** Reads those that are not known yet. */
  ensure(ids: readonly number[]): Promise<void>;
  find(id: number): KnownTerm | undefined;
  /** Of the terms known so far, those with this look-up: one that no candidate has may be missing. */
  idsOf(lookup: string): readonly number[];
}

/** Terms in memory. What an id stands for never changes, and no id is used again. */
export function createKnownTerms(database: SearchDatabase): KnownTerms {
  const terms = new Map<number, KnownTerm>();
  const lookups = new Map<string, number[]>();

  function put(lookup: string, id: number): void {
    const ids = lookups.get(lookup);
    if (ids) ids.push(id);
    else lookups.set(lookup, [id]);
  }

  function add(term: KnownTerm): void {
    if (terms.has(term.id)) return;
    terms.set(term.id, term);
    const { kind, slug, ref, label, id } = term;
    if (kind === 'attribute') put(termLookup.attribute(slug, label), id);
    else put(termLookup.entry(kind, slug), id);
    if (kind === 'vendor') put(termLookup.vendorId(ref), id);
  }

  return {
    async ensure(ids) {
      let missing = ids.filter((id) => !terms.has(id));
      // Again where another search has made room meanwhile.
      for (let tries = 0; missing.length > 0 && tries < 3; tries += 1) {
        if (terms.size + missing.length > MAX_KNOWN) {
          terms.clear();
          lookups.clear();
          missing = [...ids];
        }
        const rows = await database.rows<KnownTerm>(
          'select id, kind, slug, ref, label from search_terms where id = any(?::integer[])',
          [missing],
        );
        for (const row of rows) add(row);
        missing = ids.filter((id) => !terms.has(id));
      }
    },
    find: (id) => terms.get(id),
    idsOf: (lookup) => lookups.get(lookup) ?? [],
  };
}
