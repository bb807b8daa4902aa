import type { Knex } from '#db/kernel/knex.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import { crudRepository } from '#db/kernel/crud-repository.js';
import type { TaxonomyItem } from '#domain/taxonomy/taxonomy-item.js';
import { type TaxonomyKind, taxonomyTraits } from '#domain/taxonomy/taxonomy-kind.js';

type Fields = Partial<Omit<TaxonomyItem, 'id'>>;

export function taxonomyTable(kind: TaxonomyKind) {
  return `taxonomy_${kind}` as const;
}

export function taxonomyColumns(kind: TaxonomyKind): (keyof TaxonomyItem & string)[] {
  const parent = taxonomyTraits[kind].tree ? (['parentId'] as const) : [];
  return [
    'id',
    'title',
    'slug',
    'description',
    'image',
    ...parent,
    'sortOrder',
    'metadata',
    'createdAt',
    'updatedAt',
    'deletedAt',
  ];
}

export function createTaxonomyRepository(knex: Knex) {
  const rowsOf = (kind: TaxonomyKind) =>
    crudRepository<TaxonomyItem>(knex, taxonomyTable(kind), taxonomyColumns(kind));
  const rows = {
    categories: rowsOf('categories'),
    brands: rowsOf('brands'),
    tags: rowsOf('tags'),
    ingredients: rowsOf('ingredients'),
  };
  return {
    find: (kind: TaxonomyKind, id: string) => rows[kind].find(id),
    lock: (tx: Tx, kind: TaxonomyKind, id: string) => rows[kind].lock(tx, id),
    insert: (tx: Tx, kind: TaxonomyKind, fields: Fields) => rows[kind].insert(tx, fields),
    update: (tx: Tx, kind: TaxonomyKind, id: string, fields: Fields) => rows[kind].update(tx, id, fields),

    async findLiveBySlug(kind: TaxonomyKind, slug: string): Promise<TaxonomyItem | undefined> {
      return knex<TaxonomyItem>(taxonomyTable(kind))
        .where({ slug })
        .whereNull('deletedAt')
        .first(taxonomyColumns(kind));
    },

    /** Which of these ids name live entries. */
    async liveIds(reader: Reader, kind: TaxonomyKind, ids: readonly string[]): Promise<Set<string>> {
      const rows: { id: string }[] = await reader(taxonomyTable(kind))
        .whereIn('id', ids)
        .whereNull('deletedAt')
        .select('id');
      return new Set(rows.map((row) => row.id));
    },
  };
}

export type TaxonomyRepository = ReturnType<typeof createTaxonomyRepository>;
