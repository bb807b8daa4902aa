import { execute } from '#db/kernel/query.js';
import type { PersonalTable } from '#db/kernel/personal-data.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { ERASURE_BATCH } from '#domain/personal-data/erasure.js';
import type { Person } from './personal-rows.query.js';

/**
 * Erases some of the rows about a person, as the declaration of their table says. To be repeated until it returns 0: a
 * row that is erased is not found again.
 * @returns how many
 */
export async function eraseRows(
  tx: Tx,
  { table, rows, erasure }: PersonalTable,
  person: Person & { pseudonym: string },
): Promise<number> {
  if (erasure.kind === 'keep' || erasure.kind === 'account') return 0;
  const set = erasure.kind === 'blank' ? Object.entries(erasure.set) : [];
  const differs = set.map(([column, sql]) => `r.${column} is distinct from (${sql})`).join(' or ');
  const found = `array(select r.ctid from ${table} r where (${rows}) ${differs && `and (${differs})`}
    limit ${ERASURE_BATCH} for update)`;
  const change =
    erasure.kind === 'blank'
      ? `update ${table} r set ${set.map(([column, sql]) => `${column} = ${sql}`).join(', ')}`
      : `delete from ${table} r`;
  return execute(tx, `${change} where r.ctid = any(${found})`, person);
}
