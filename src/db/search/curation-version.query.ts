import { type RowOf, text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';

const curationVersionsColumns = { synonyms: text, rules: text };
export type CurationVersions = RowOf<typeof curationVersionsColumns>;

/** Each is the same for as long as no synonym changes, or no rule and no category of one. */
export async function readCurationVersions(knex: Knex): Promise<CurationVersions> {
  const rows = await query(
    knex,
    curationVersionsColumns,
  )(`select (select count(*) || ' ' || coalesce(max(updated_at)::text, '') || ' ' || coalesce(max(id::text), '')
        from search_synonyms) as synonyms,
      (select count(*) || ' ' || coalesce(max(r.updated_at)::text, '') || ' ' || coalesce(max(r.id::text), '') || ' '
          || coalesce(max(c.updated_at)::text, '')
        from search_rules r left join taxonomy_categories c on c.id = r.category_id) as rules`);
  return rows[0] ?? { synonyms: '', rules: '' };
}
