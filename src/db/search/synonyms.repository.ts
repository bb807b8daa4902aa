import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { Synonym, SynonymRule } from '#domain/search/synonym.js';

interface Fields {
  root: string | null;
  words: string[];
  folded: string;
}

const columns = ['id', 'root', 'words', 'createdAt', 'updatedAt'];

export function createSynonymsRepository(knex: Knex) {
  return {
    list: (query: ListQuery): Promise<Page<Synonym>> =>
      listPage<Synonym>({
        base: knex('search_synonyms'),
        query,
        columns: {},
        idColumn: 'id',
        searchColumns: ['folded'],
        select: columns,
      }),

    async find(id: string): Promise<Synonym | undefined> {
      return await knex('search_synonyms').where({ id }).first(columns);
    },

    async lock(tx: Tx, id: string): Promise<Synonym | undefined> {
      return await tx('search_synonyms').where({ id }).forUpdate().first(columns);
    },

    /** Undefined where another synonym is the same. */
    async insert(tx: Tx, fields: Fields, now: Date): Promise<Synonym | undefined> {
      const rows = (await tx('search_synonyms')
        .insert({ ...fields, createdAt: now, updatedAt: now })
        .onConflict('folded')
        .ignore()
        .returning(columns)) as Synonym[];
      return rows[0];
    },

    async hasOther(tx: Tx, id: string, folded: string): Promise<boolean> {
      const other: unknown = await tx('search_synonyms').where({ folded }).whereNot({ id }).first('id');
      return other !== undefined;
    },

    async update(tx: Tx, id: string, fields: Fields, now: Date): Promise<Synonym | undefined> {
      const rows = (await tx('search_synonyms')
        .where({ id })
        .update({ ...fields, updatedAt: now })
        .returning(columns)) as Synonym[];
      return rows[0];
    },

    async delete(tx: Tx, id: string): Promise<void> {
      await tx('search_synonyms').where({ id }).delete();
    },

    async all(): Promise<SynonymRule[]> {
      return await knex('search_synonyms').orderBy('id').select('id', 'root', 'words');
    },
  };
}
