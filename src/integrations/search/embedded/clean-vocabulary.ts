import type { SearchDatabase } from '#integrations/search/search-database.js';
import { tablesOf } from './sql-part.js';
import { VOCABULARY_LOCK } from './write-documents.js';

/** Late writers come within minutes; a mark that a product left is kept much longer. */
const GONE_FOR = `interval '1 day'`;

/**
 * Deletes marks of products that left, words that no document has and terms that no document is counted under. Writers
 * wait meanwhile, so that a term they have just looked up does not go. What each document has is read once.
 */
export async function cleanVocabulary(
  database: SearchDatabase,
  collections: readonly string[],
): Promise<number> {
  let deleted = 0;
  const counted = async (rows: SearchDatabase['rows'], sql: string) => {
    const [row] = await rows<{ count: number }>(
      `with deleted as (${sql} returning 1) select count(*)::integer as count from deleted`,
    );
    deleted += row?.count ?? 0;
  };
  for (const collection of collections) {
    const { documents } = tablesOf(collection);
    await counted(
      database.rows,
      `delete from ${documents} where not live and body = '' and read_at < now() - ${GONE_FOR}`,
    );
  }
  await database.transaction(async (rows) => {
    await rows(`set local statement_timeout = '10min'`);
    await rows(`select pg_advisory_xact_lock(${VOCABULARY_LOCK})`);
    for (const collection of collections) {
      const { documents, words } = tablesOf(collection);
      await counted(
        rows,
        `delete from ${words} w where w.word not in (select word from ts_stat('select words from ${documents}'))`,
      );
    }
    const used = collections.map((collection) => {
      const { documents } = tablesOf(collection);
      return `select unnest(facets || filters) from ${documents}`;
    });
    if (used.length > 0)
      await counted(rows, `delete from search_terms where id not in (${used.join(' union ')})`);
  });
  return deleted;
}
