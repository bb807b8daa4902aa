import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createKnex } from '#db/kernel/knex.js';
import {
  assertSchemaIsCurrent,
  checkMigrations,
  migrateDown,
  migrateOne,
  migrateUp,
} from '#db/kernel/migrate.js';
import { hashOfStatements, statementsOf } from '#db/kernel/migration-statements.js';
import { adminQuery, createTestDatabase, provided } from '../_support/database.js';
import { schemaDump } from '../_support/schema-dump.js';
import { WAIT_MS } from '../_support/eventually.js';

const databases: string[] = [];

async function emptyDatabase(): Promise<string> {
  const name = `migrations_${randomBytes(6).toString('hex')}`;
  await adminQuery(`create database ${name}`);
  databases.push(name);
  const url = new URL(provided('TEST_DATABASE_ADMIN_URL'));
  url.pathname = `/${name}`;
  return url.href;
}

afterAll(async () => {
  for (const name of databases) await adminQuery(`drop database ${name} with (force)`);
});

describe('the migrations', () => {
  let url = '';
  beforeAll(async () => {
    url = await emptyDatabase();
  });

  test('each leaves by its `down` what was there before its `up`, and all of them give the same schema again', async () => {
    const before: { name: string; schema: string }[] = [];
    for (;;) {
      const schema = await schemaDump(url);
      const name = await migrateOne(url, 'up');
      if (name === undefined) break;
      before.push({ name, schema });
    }
    expect(before.length).toBeGreaterThan(9);
    const complete = await schemaDump(url);
    expect(complete).toContain('\nr orders persistence=p');
    for (const { name, schema } of [...before].reverse()) {
      const taken = await migrateOne(url, 'down');
      expect({ taken, schema: await schemaDump(url) }).toEqual({ taken: name, schema });
    }
    expect(await migrateOne(url, 'down')).toBeUndefined();

    expect(await migrateUp(url)).toHaveLength(before.length);
    // With all migrations of the platform the registered plugins are recorded as well.
    const recorded = /^plugins_installed .*\n/gm;
    expect((await schemaDump(url)).replace(recorded, '')).toBe(complete.replace(recorded, ''));
    expect(await migrateUp(url)).toEqual([]);
    await migrateDown(url);
    expect(await schemaDump(url)).toBe(before[0]?.schema);
  });

  test('two that start at once: one migrates, the other waits and finds nothing to do', async () => {
    const shared = await emptyDatabase();
    const ran = await Promise.all([migrateUp(shared), migrateUp(shared)]);
    const [none = -1, all = -1] = ran.map((names) => names.length).sort((a, b) => a - b);
    expect(none).toBe(0);
    expect(all).toBeGreaterThan(9);
  });

  test('one that was killed in the middle leaves no lock behind', async () => {
    const url = await emptyDatabase();
    await migrateUp(url);
    const knex = createKnex({ url, poolMax: 1, applicationName: 'test', guard: false });
    await knex('schema_migrations_lock').update({ isLocked: 1 });
    await knex.destroy();
    expect(await migrateOne(url, 'down')).toMatch(/^\d{14}_/);
  });
});

describe('a process on a schema that is older than its code', () => {
  const start = (file: string, environment: Record<string, string>) =>
    new Promise<{ code: number | string | null | undefined; text: string }>((resolve) => {
      const args = [file];
      const env = { ...process.env, ...environment, NODE_ENV: 'test' };
      execFile(process.execPath, args, { env, timeout: WAIT_MS }, (error, stdout, stderr) => {
        resolve({ code: error ? error.code : 0, text: `${stdout}${stderr}`.trim() });
      });
    });

  test('refuses in one line that says what to do, and does not help itself', async () => {
    const [empty, behind] = [await emptyDatabase(), await emptyDatabase()];
    await migrateUp(behind);
    const last = await migrateOne(behind, 'down');
    const engine = { TEMPORAL_ADDRESS: provided('TEST_TEMPORAL_ADDRESS'), PORT: '0' };
    const [api, worker] = await Promise.all([
      start('dist/server.js', { DATABASE_URL: empty, ...engine }),
      start('dist/worker.js', { DATABASE_URL: behind, ...engine }),
    ]);
    // One line of the log, as all others of a process are.
    const { err } = JSON.parse(api.text) as { err: { message: string } };
    expect(err.message).toMatch(
      /^The database is older than this code: \d+ of its migrations have not run, from 20261124000000_platform on\. Run `npm run migrate` first\.$/,
    );
    expect(worker.text).toContain(`1 of its migrations have not run, from ${last} on`);
    expect([api.code, worker.code]).toEqual([1, 1]);
    expect(await schemaDump(empty)).not.toContain('\nr ');
    expect(await migrateOne(behind, 'up')).toBe(last);
  });

  test('one that was migrated by another list of migrations is met with what to do', async () => {
    const url = await emptyDatabase();
    const knex = createKnex({ url, poolMax: 1, applicationName: 'test', guard: false });
    try {
      await knex.raw(
        'create table schema_migrations (id serial, name text, batch integer, migration_time timestamptz)',
      );
      await knex('schema_migrations').insert({
        name: '20261101000000_platform_kernel',
        batch: 1,
        migrationTime: new Date(),
      });
      const message =
        /^The database was migrated by a version from before the first release and cannot be brought up to date: create an empty one/;
      await expect(migrateUp(url)).rejects.toThrow(message);
      await expect(assertSchemaIsCurrent(knex)).rejects.toThrow(message);
      expect(await schemaDump(url)).not.toContain('\nr ');
    } finally {
      await knex.destroy();
    }
  });

  test('a schema that is newer than the code is fine: that is how a deploy looks from the old version', async () => {
    const url = await emptyDatabase();
    await migrateUp(url);
    const knex = createKnex({ url, poolMax: 1, applicationName: 'test', guard: false });
    try {
      await knex('schema_migrations').insert({
        name: '29990101000000_of_tomorrow',
        batch: 99,
        migrationTime: new Date(),
      });
      await expect(assertSchemaIsCurrent(knex)).resolves.toBeUndefined();
      // Its `migrate` runs before the former image starts again.
      expect(await migrateUp(url)).toEqual([]);
    } finally {
      await knex.destroy();
    }
  });
});

describe('a database whose migrations are not those of this code', () => {
  async function migrated(change: string): Promise<string> {
    const { url } = await createTestDatabase();
    databases.push(new URL(url).pathname.slice(1));
    const knex = createKnex({ url, poolMax: 1, applicationName: 'test', guard: false });
    await knex.raw(change);
    await knex.destroy();
    return url;
  }
  /** Refused by all three, with the schema as it was. */
  async function refusal(url: string): Promise<string> {
    const before = await schemaDump(url);
    const messages = [];
    for (const attempt of [checkMigrations, migrateUp, (of: string) => migrateOne(of, 'up')])
      messages.push(
        await attempt(url).then(
          () => 'none',
          (error: Error) => error.message,
        ),
      );
    expect(new Set(messages).size).toBe(1);
    expect(await schemaDump(url)).toBe(before);
    return messages[0] ?? '';
  }
  const wayOut =
    /^[^\n]+ Nothing was changed\. Start the version that made this database, or create an empty database/;

  test('is refused where one ran with other statements', async () => {
    const url = await migrated(
      `update schema_migrations set hash = repeat('0', 64) where name = '20261124002400_payouts'`,
    );
    const message = await refusal(url);
    expect(message).toMatch(
      /^The migration 20261124002400_payouts ran on this database with other statements/,
    );
    expect(message).toMatch(wayOut);
  });

  test('is refused where one is unknown and does not lie behind all of this code', async () => {
    const add = (name: string) =>
      `insert into schema_migrations (name, batch, migration_time) values ('${name}', 9, now())`;
    const between = await refusal(await migrated(add('20261124002405_payouts_of_a_branch')));
    expect(between).toMatch(
      /^The migration 20261124002405_payouts_of_a_branch has run .* does not know it\./,
    );
    expect(between).toMatch(wayOut);
    // One of a later version, while this code would still run some of its own.
    const apart = `${add('29990101000000_of_a_branch')}; delete from schema_migrations where name = '20261124004952_payouts_missing_transfers'`;
    expect(await refusal(await migrated(apart))).toMatch(/29990101000000_of_a_branch has run/);
  });

  test('of before the hashes is refused where it lacks a column of a migration that has run, and else goes on', async () => {
    const without = 'alter table schema_migrations drop column hash';
    const older = await refusal(await migrated(`${without}; drop table payouts_transfers cascade`));
    expect(older).toMatch(/other statements than this code has: payouts_transfers\.\w+ is missing\./);
    expect(older).toMatch(wayOut);
    const url = await migrated(without);
    const before = await schemaDump(url);
    expect(await migrateUp(url)).toEqual([]);
    expect(await schemaDump(url)).toBe(before);
    const knex = createKnex({ url, poolMax: 1, applicationName: 'test', guard: false });
    expect(await knex('schema_migrations').whereNull('hash').pluck('name')).toEqual([]);
    await knex.destroy();
  });

  test('a hash is that of what a migration does, in whatever layout', async () => {
    const hash = async (...sql: string[]) =>
      hashOfStatements(
        await statementsOf(async (knex) => {
          for (const text of sql) await knex.raw(text);
          const { rows } = await knex.raw<{ rows: { id: number }[] }>('select id from a');
          for (const { id } of rows) await knex('a').where({ id }).delete();
        }),
      );
    const plain = await hash('create table a (id int, note text)');
    expect(await hash('create table a (\n  id int, -- the id\n  note text /* or null */\n);')).toBe(plain);
    expect(await hash('create table a (id int, note citext)')).not.toBe(plain);
    // The test databases are copies of one that the build has migrated; the sources say the same.
    const { url } = await createTestDatabase();
    databases.push(new URL(url).pathname.slice(1));
    expect(await checkMigrations(url)).toEqual([]);
  });
});
