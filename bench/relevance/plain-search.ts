import type { Knex } from '#db/kernel/knex.js';
import type { SearchDocument } from '#domain/search/search-document.js';

/**
 * The floor: PostgreSQL's own full text search in English, all words required, title before brand and categories before
 * the rest, by `ts_rank`.
 */
export async function createPlainSearch(
  knex: Knex,
  documents: readonly SearchDocument[],
): Promise<(q: string) => Promise<readonly SearchDocument[]>> {
  await knex.raw('drop table if exists plain_search_bench');
  await knex.raw('create table plain_search_bench (id text primary key, words tsvector not null)');
  await knex.raw(
    `insert into plain_search_bench
     select id, setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', headings), 'B')
       || setweight(to_tsvector('english', text), 'D')
     from json_to_recordset(?::json) as given(id text, title text, headings text, text text)`,
    [
      JSON.stringify(
        documents.map(({ id, title, brandName, categoryNames, subtitle, description }) => ({
          id,
          title,
          headings: [brandName ?? '', ...categoryNames, subtitle ?? ''].join(' '),
          text: description ?? '',
        })),
      ),
    ],
  );
  const byId = new Map(documents.map((document) => [document.id, document]));
  return async (q) => {
    const { rows } = await knex.raw<{ rows: { id: string }[] }>(
      `select id from plain_search_bench, plainto_tsquery('english', ?) as query
       where words @@ query order by ts_rank(words, query) desc, id limit 10`,
      [q],
    );
    return rows.flatMap(({ id }) => byId.get(id) ?? []);
  };
}
