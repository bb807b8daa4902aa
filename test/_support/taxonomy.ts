import { randomBytes } from 'node:crypto';
import type { TaxonomyItem } from '#domain/taxonomy/taxonomy-item.js';
import type { TaxonomyKind } from '#domain/taxonomy/taxonomy-kind.js';
import type { Container } from '#runtime/container.js';

type Deps = Pick<Container, 'knex'>;
type Fields = Partial<Omit<TaxonomyItem, 'id'>>;

/** An entry, written as a row; its title and slug are unique unless given. */
export async function createTaxonomyItem(
  { knex }: Deps,
  kind: TaxonomyKind,
  fields: Fields = {},
): Promise<TaxonomyItem> {
  const unique = randomBytes(5).toString('hex');
  const rows: TaxonomyItem[] = await knex(`taxonomy_${kind}`)
    .insert({ title: `Entry ${unique}`, slug: `entry-${unique}`, ...fields })
    .returning('*');
  const [row] = rows;
  if (!row) throw new Error('nothing was inserted');
  return row;
}

export const createCategory = (deps: Deps, fields?: Fields) => createTaxonomyItem(deps, 'categories', fields);
export const createBrand = (deps: Deps, fields?: Fields) => createTaxonomyItem(deps, 'brands', fields);
export const createTag = (deps: Deps, fields?: Fields) => createTaxonomyItem(deps, 'tags', fields);
export const createIngredient = (deps: Deps, fields?: Fields) =>
  createTaxonomyItem(deps, 'ingredients', fields);
