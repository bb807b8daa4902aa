import type { Knex } from 'knex';

export const config = { transaction: false };

/**
 * The documents of products that left are found by their ids. The former index was on the instant at which a product
 * was read: it had every update of a document write to all indexes of its table.
 */
export async function up(knex: Knex): Promise<void> {
  await replace(knex, { create: 'left', on: '(id)', drop: 'gone' });
}

export async function down(knex: Knex): Promise<void> {
  await replace(knex, { create: 'gone', on: '(read_at)', drop: 'left' });
}

async function replace(
  knex: Knex,
  { create, on, drop }: { create: string; on: string; drop: string },
): Promise<void> {
  const { rows } = await knex.raw<{ rows: { table: string }[] }>(
    `select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = current_schema() and c.relname like 'search\\_docs\\_%'`,
  );
  for (const { table } of rows) {
    // What an earlier attempt left behind may be invalid.
    await knex.raw('drop index concurrently if exists ??', [`${table}_${create}`]);
    await knex.raw(`create index concurrently ?? on ?? ${on} where not live`, [`${table}_${create}`, table]);
    await knex.raw('drop index concurrently if exists ??', [`${table}_${drop}`]);
  }
}
