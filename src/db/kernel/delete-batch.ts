import { execute } from './query.js';
import type { Knex } from './knex.js';
import type { Reader } from './unit-of-work.js';

/** Rows deleted at once: small enough not to hold locks for long. */
const ROWS = 5_000;

/**
 * Deletes some of the rows that fit, by where they lie, so that no key is needed. To be repeated until it returns 0.
 * @param where SQL of the rows; they are `r` in it
 * @returns how many
 */
export async function deleteBatch(
  reader: Reader,
  table: string,
  where: string,
  bindings: readonly Knex.RawBinding[] = [],
): Promise<number> {
  return execute(
    reader,
    `delete from ${table} where ctid = any(array(select r.ctid from ${table} r where ${where} limit ${ROWS}))`,
    [...bindings],
  );
}
