import { text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { ProductLinks } from './products.repository.js';

export interface ProductReferences extends ProductLinks {
  brandId: string | null;
  primaryCategoryId: string | null;
}

interface Reference {
  kind: 'categories' | 'brands' | 'tags' | 'ingredients';
  id: string;
  /** Where it was sent, `categoryIds.2`. */
  path: string;
}

/** Which of the references do not name a live entry, by their paths in what was sent. */
export async function findDeadReferences(tx: Tx, sent: Partial<ProductReferences>): Promise<string[]> {
  const references = referencesOf(sent);
  if (references.length === 0) return [];
  const rows = await query(tx, { path: text })(
    `select sent.path from jsonb_to_recordset(?::jsonb) as sent(kind text, id uuid, path text)
     where not exists (
       select 1 from taxonomy_categories where sent.kind = 'categories' and id = sent.id and deleted_at is null
       union all select 1 from taxonomy_brands where sent.kind = 'brands' and id = sent.id and deleted_at is null
       union all select 1 from taxonomy_tags where sent.kind = 'tags' and id = sent.id and deleted_at is null
       union all select 1 from taxonomy_ingredients
         where sent.kind = 'ingredients' and id = sent.id and deleted_at is null)`,
    [JSON.stringify(references)],
  );
  return rows.map((row) => row.path);
}

function referencesOf(sent: Partial<ProductReferences>): Reference[] {
  const many = (kind: Reference['kind'], name: keyof ProductLinks) =>
    (sent[name] ?? []).map((id, index): Reference => ({ kind, id, path: `${name}.${index}` }));
  const item = (kind: Reference['kind'], name: 'brandId' | 'primaryCategoryId'): Reference[] => {
    const id = sent[name];
    return id ? [{ kind, id, path: name }] : [];
  };
  return [
    ...item('brands', 'brandId'),
    ...item('categories', 'primaryCategoryId'),
    ...many('categories', 'categoryIds'),
    ...many('tags', 'tagIds'),
    ...many('ingredients', 'ingredientIds'),
  ];
}
