import { createKnex, type Knex } from '#db/kernel/knex.js';
import { createTestDatabase } from '../_support/database.js';

/** A pool of a single connection, to a database with its own table: `sheds`, with `id` and `name`. */
export async function openSheds(): Promise<{ knex: Knex; close(): Promise<void> }> {
  const database = await createTestDatabase();
  const knex = createKnex({ url: database.url, poolMax: 1, applicationName: 'test', guard: true });
  await knex.raw('create table sheds (id integer primary key, name text)');
  return {
    knex,
    async close() {
      await knex.destroy();
      await database.drop();
    },
  };
}
