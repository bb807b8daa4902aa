import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { adminQuery, createTestDatabase, provided } from '../_support/database.js';

/** The role that docker/postgres makes for the engine, made here under another name. */
const script = readFileSync(
  join(import.meta.dirname, '..', '..', 'docker', 'postgres', '10-engine.sh'),
  'utf8',
);
const role = `engine_${randomBytes(6).toString('hex')}`;
const password = randomBytes(12).toString('hex');
let database: Awaited<ReturnType<typeof createTestDatabase>>;

const asRole = (path: string): pg.Client => {
  const url = new URL(provided('TEST_DATABASE_ADMIN_URL'));
  Object.assign(url, { username: role, password, pathname: path });
  return new pg.Client({ connectionString: url.href });
};

beforeAll(async () => {
  database = await createTestDatabase();
  const platform = new URL(database.url).pathname.slice(1);
  // As psql reads it: names in place of what the shell gives it.
  const statements = (/<<'SQL'\n([\s\S]*)\nSQL/.exec(script)?.[1] ?? '')
    .replace('role temporal', `role ${role}`)
    .replace(":'password'", `'${password}'`)
    .replaceAll(':"platform"', `"${platform}"`);
  for (const statement of statements.split(';').filter((item) => item.trim() !== ''))
    await adminQuery(statement);
});

afterAll(async () => {
  await database.drop();
  await adminQuery(`drop database if exists ${role}`);
  await adminQuery(`drop role if exists ${role}`);
});

test("the engine's role makes databases of its own and is not let into the platform's", async () => {
  await expect(asRole(new URL(database.url).pathname).connect()).rejects.toThrow(
    /permission denied for database/,
  );
  const client = asRole('/postgres');
  await client.connect();
  await client.query(`create database ${role}`);
  await client.end();
});
