import type { Knex } from './knex.js';

/** A table that somebody holds locked is not waited for, nor a statement that has become slow. */
const LOCK_TIMEOUT_MS = 300;
const STATEMENT_TIMEOUT_MS = 3_000;

/**
 * Runs one statement that gives up soon, for reads of which each one is better left out than waited for.
 * @throws the database's error, also for a lock that is held
 */
export async function boundedRead<Row>(knex: Knex, sql: string): Promise<Row[]> {
  return knex.transaction(
    async (trx) => {
      await trx.raw(
        `set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
      );
      const { rows } = await trx.raw<{ rows: Row[] }>(sql);
      return rows;
    },
    { readOnly: true },
  );
}
