import type { Knex } from '#db/kernel/knex.js';
import type { SearchDatabase } from '#integrations/search/search-database.js';

type Runner = Pick<Knex, 'raw'>;

const rowsOn =
  (runner: Runner): SearchDatabase['rows'] =>
  async <Row>(sql: string, bindings: readonly unknown[] = []) => {
    const { rows } = await runner.raw<{ rows: Row[] }>(sql, [...bindings] as Knex.RawBinding[]);
    return rows;
  };

/** The pool as the embedded search engine sees it. */
export function searchDatabaseOf(knex: Knex): SearchDatabase {
  return {
    rows: rowsOn(knex),
    transaction: (work) => knex.transaction((tx) => work(rowsOn(tx))),
  };
}
