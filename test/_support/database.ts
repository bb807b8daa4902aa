import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A migrated database that belongs to one test file alone. */
export interface TestDatabase {
  /** Connection string, as for `DATABASE_URL`. */
  url: string;
  /** Removes it, also while connections are open. */
  drop(): Promise<void>;
}

/** A variable that `npm test` provides. */
export function provided(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing: run the tests with \`npm test -- <path>\``);
  return value;
}

/** Runs one statement in the administrative database of the test cluster. */
export async function adminQuery<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: provided('TEST_DATABASE_ADMIN_URL') });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Postgres refuses to copy a template while another session copies or cleans it: object_in_use. */
const isBusy = (error: unknown) => error instanceof pg.DatabaseError && error.code === '55006';

async function copyTemplate(name: string, template: string, attempts = 20): Promise<void> {
  try {
    await adminQuery(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  } catch (error) {
    if (!isBusy(error) || attempts <= 1) throw error;
    await sleep(100);
    await copyTemplate(name, template, attempts - 1);
  }
}

/**
 * A fresh copy of the migrated template, about 50 ms. Call it in `beforeAll`, and `drop` in `afterAll` after the
 * pools are closed.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await copyTemplate(name, provided('TEST_TEMPLATE_DATABASE'));
  const url = new URL(provided('TEST_DATABASE_ADMIN_URL'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => {
      await adminQuery(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
