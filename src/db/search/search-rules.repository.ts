import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { KeptRule, SearchRule } from '#domain/search/search-rule.js';

export type RuleFields = Pick<
  SearchRule,
  'query' | 'categoryId' | 'pins' | 'buried' | 'boosts' | 'redirect' | 'activeFrom' | 'activeUntil'
> & { queryKey: string };

const columns = [
  'id',
  'query',
  'categoryId',
  'pins',
  'buried',
  'boosts',
  'redirect',
  'activeFrom',
  'activeUntil',
  'createdBy',
  'updatedBy',
  'createdAt',
  'updatedAt',
];

const rowOf = ({ pins, buried, boosts, ...fields }: RuleFields) => ({
  ...fields,
  pins: JSON.stringify(pins),
  buried: JSON.stringify(buried),
  boosts: JSON.stringify(boosts),
});

export function createSearchRulesRepository(knex: Knex) {
  return {
    list: (query: ListQuery): Promise<Page<SearchRule>> =>
      listPage<SearchRule>({
        base: knex('search_rules'),
        query,
        columns: {},
        idColumn: 'id',
        searchColumns: ['query'],
        select: columns,
      }),

    async find(id: string): Promise<SearchRule | undefined> {
      return await knex('search_rules').where({ id }).first(columns);
    },

    async lock(tx: Tx, id: string): Promise<SearchRule | undefined> {
      return await tx('search_rules').where({ id }).forUpdate().first(columns);
    },

    /** Undefined where another rule is for the same. */
    async insert(tx: Tx, fields: RuleFields, by: string, now: Date): Promise<SearchRule | undefined> {
      const rows = (await tx('search_rules')
        .insert({ ...rowOf(fields), createdBy: by, updatedBy: by, createdAt: now, updatedAt: now })
        .onConflict(['query_key', 'category_id', 'active_from'])
        .ignore()
        .returning(columns)) as SearchRule[];
      return rows[0];
    },

    async hasOther(tx: Tx, id: string, { queryKey, categoryId, activeFrom }: RuleFields): Promise<boolean> {
      const other: unknown = await tx('search_rules')
        .where({ queryKey })
        .whereNot({ id })
        .whereRaw('category_id is not distinct from ?::uuid', [categoryId])
        .whereRaw('active_from is not distinct from ?::timestamptz', [activeFrom])
        .first('id');
      return other !== undefined;
    },

    async update(
      tx: Tx,
      id: string,
      fields: RuleFields,
      by: string,
      now: Date,
    ): Promise<SearchRule | undefined> {
      const rows = (await tx('search_rules')
        .where({ id })
        .update({ ...rowOf(fields), updatedBy: by, updatedAt: now })
        .returning(columns)) as SearchRule[];
      return rows[0];
    },

    async delete(tx: Tx, id: string): Promise<void> {
      await tx('search_rules').where({ id }).delete();
    },

    /** Those that are in effect or will be, by the slugs of live categories. */
    async kept(now: Date): Promise<KeptRule[]> {
      return await knex('search_rules as r')
        .leftJoin('taxonomy_categories as c', 'c.id', 'r.category_id')
        .whereRaw('(r.category_id is null or c.deleted_at is null)')
        .whereRaw('(r.active_until is null or r.active_until > ?)', [now])
        .orderBy('r.id')
        .select(
          'r.id',
          'r.queryKey',
          'r.pins',
          'r.buried',
          'r.boosts',
          'r.redirect',
          'r.activeFrom',
          'r.activeUntil',
          'c.slug as categorySlug',
        );
    },
  };
}
