import type { Knex } from '#db/kernel/knex.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import { expectRow } from '#db/kernel/expect-row.js';
import type { TaxonomyItem } from '#domain/taxonomy/taxonomy-item.js';
import { type TaxonomyKind, taxonomyTraits } from '#domain/taxonomy/taxonomy-kind.js';

type Fields = Partial<Omit<TaxonomyItem, 'id'>>;

export function taxonomyTable(kind: TaxonomyKind): string {
  return `taxonomy_${kind}`;
}

export function taxonomyColumns(kind: TaxonomyKind): string[] {
  const parent = taxonomyTraits[kind].tree ? ['parentId'] : [];
  return ['id', 'title', 'slug', 'description', 'image', ...parent, 'sortOrder', 'metadata', 'createdAt', 'updatedAt', 'deletedAt']; // prettier-ignore
}

export function createTaxonomyRepository(knex: Knex) {
  return {
    /** Deleted ones included. */
    async find(kind: TaxonomyKind, id: string): Promise<TaxonomyItem | undefined> {
      return knex<TaxonomyItem>(taxonomyTable(kind)).where({ id }).first(taxonomyColumns(kind));
    },

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

    /** The row, held against other writers until the transaction ends. */
    async lock(tx: Tx, kind: TaxonomyKind, id: string): Promise<TaxonomyItem | undefined> {
      return tx<TaxonomyItem>(taxonomyTable(kind)).where({ id }).forUpdate().first(taxonomyColumns(kind));
    },

    async insert(tx: Tx, kind: TaxonomyKind, fields: Fields): Promise<TaxonomyItem> {
      const rows: TaxonomyItem[] = await tx(taxonomyTable(kind))
        .insert(fields)
        .returning(taxonomyColumns(kind));
      return expectRow(rows);
    },

    async update(tx: Tx, kind: TaxonomyKind, id: string, fields: Fields): Promise<TaxonomyItem> {
      const rows: TaxonomyItem[] = await tx(taxonomyTable(kind))
        .where({ id })
        .update(fields)
        .returning(taxonomyColumns(kind));
      return expectRow(rows);
    },
  };
}

export type TaxonomyRepository = ReturnType<typeof createTaxonomyRepository>;
