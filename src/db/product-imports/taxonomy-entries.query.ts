import { query } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import {
  type ImportTaxonomy,
  type TaxonomyEntry,
  taxonomyEntryColumns,
  type TaxonomyName,
} from '#domain/product-imports/import-taxonomy.js';

const taxonomies: readonly ImportTaxonomy[] = ['brands', 'categories', 'tags'];

/**
 * The live entries that these names may mean, by title whatever its case or by slug. Of several with one title (two
 * categories under different ones, say) the oldest comes last, and counts.
 */
export async function findTaxonomyEntries(tx: Tx, names: readonly TaxonomyName[]): Promise<TaxonomyEntry[]> {
  const statements: string[] = [];
  const bindings: string[][] = [];
  for (const taxonomy of taxonomies) {
    const wanted = names.filter((name) => name.taxonomy === taxonomy);
    if (wanted.length === 0) continue;
    statements.push(
      `select '${taxonomy}' as taxonomy, id, title, slug from taxonomy_${taxonomy}
       where deleted_at is null and (lower(normalize(title)) = any(?::text[]) or slug = any(?::text[]))`,
    );
    bindings.push(
      wanted.map(({ title }) => title),
      wanted.map(({ slug }) => slug),
    );
  }
  if (statements.length === 0) return [];
  return query(tx, taxonomyEntryColumns)(`${statements.join(' union all ')} order by id desc`, bindings);
}
