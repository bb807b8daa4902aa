import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import knexModule, { type Knex } from 'knex';
import pg from 'pg';
import type { RegisteredPlugin } from '#domain/_shared/registered-plugin.js';
import { plugins } from '#domain/plugins.js';
import { projectFile } from '#lib/project-files.js';
import { assertHistoryAgrees, type MigrationList, readHistory, storeHashes } from './migration-history.js';
import { type Statement, statementsOf } from './migration-statements.js';
import { migrationsTableOf, recordPlugin, withinPrefix } from './plugin-migrations.js';

const TABLE = 'schema_migrations';
const LOCK_TIMEOUT_MS = 10_000;

/** Of the session lock that a migrating process holds. */
const LOCK_KEY = 4_210_002;
const LOCK_POLL_MS = 200;

/** The migrations beside this code: the sources when it runs from sources, the build when it runs from the build. */
function migrationsDirectory(): string {
  const directory = projectFile('migrations');
  if (!existsSync(directory)) throw new Error(`No migrations at ${directory}`);
  return directory;
}

const filesIn = (directory: string): string[] =>
  readdirSync(directory)
    .filter((file) => /^\d{14}_.*\.(ts|js)$/.test(file))
    .sort();

async function load(directory: string, file: string): Promise<Migration> {
  // oxlint-disable-next-line haat/imports-by-layer -- migrations are found by their files
  return (await import(pathToFileURL(join(directory, file)).href)) as Migration;
}

interface Migration {
  up(knex: Knex): Promise<void>;
  down(knex: Knex): Promise<void>;
}

/** Names carry no ending, so that a database migrated from sources is known to the build. */
const nameOf = (file: string): string => file.replace(/\.(ts|js)$/, '');

const source: Knex.MigrationSource<string> = {
  getMigrations: async () => filesIn(migrationsDirectory()),
  getMigrationName: nameOf,
  getMigration: (file) => load(migrationsDirectory(), file),
};

const directoryOf = ({ name }: RegisteredPlugin) => projectFile(`.plugins/${name}/migrations`);

/** The plugins of this installation that have tables. */
const pluginsWithTables = () => plugins.filter((plugin) => existsSync(directoryOf(plugin)));

/** The migrations of a plugin, each held to the plugin's own tables. */
const sourceOf = (plugin: RegisteredPlugin): Knex.MigrationSource<string> => ({
  getMigrations: async () => filesIn(directoryOf(plugin)),
  getMigrationName: source.getMigrationName,
  async getMigration(file) {
    const { up, down } = await load(directoryOf(plugin), file);
    return {
      up: (knex) => withinPrefix(plugin, knex, () => up(knex)),
      down: (knex) => withinPrefix(plugin, knex, () => down(knex)),
    };
  },
});

/**
 * Does `work` while nobody else migrates this database; a process that comes meanwhile waits, and then finds nothing to do. The
 * lock ends with its connection, so that a process that is killed leaves none. It is asked for repeatedly rather
 * than waited for: an index that is built concurrently waits for every statement that runs, a waiting one included.
 */
async function alone<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'haat-migrate-lock' });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
        LOCK_KEY,
      ]);
      if (rows[0]?.held) return await work();
      await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
    }
  } finally {
    await client.end();
  }
}

const statementsKnown = new Map<string, Promise<Statement[]>>();

/** Files do not change while a process runs, and a hash is asked for more than once. */
function statementsIn(directory: string, file: string): Promise<Statement[]> {
  const path = join(directory, file);
  const known =
    statementsKnown.get(path) ?? load(directory, file).then(({ up }) => statementsOf((knex) => up(knex)));
  statementsKnown.set(path, known);
  return known;
}

/** The lists of this code: the platform's own, then those of the plugins that have tables. */
function migrationLists(): MigrationList[] {
  const listOf = (table: string, prefix: string, directory: string): MigrationList => {
    const files = new Map(filesIn(directory).map((file) => [nameOf(file), file]));
    return {
      table,
      prefix,
      names: [...files.keys()],
      statements: (name) => statementsIn(directory, files.get(name) ?? ''),
    };
  };
  return [
    listOf(TABLE, '', migrationsDirectory()),
    ...pluginsWithTables().map((plugin) =>
      listOf(migrationsTableOf(plugin), `${plugin.name}/`, directoryOf(plugin)),
    ),
  ];
}

const openKnex = (url: string): Knex =>
  knexModule({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'haat-migrate',
      // A change that waits for a lock holds up everybody behind it: rather fail, and be run again.
      lock_timeout: LOCK_TIMEOUT_MS,
    } as Knex.PgConnectionConfig,
    pool: { min: 0, max: 2 },
    // Going back is starting the former image, which has nothing to do on a newer schema: names that this code does not
    // know are no error.
    migrations: { migrationSource: source, tableName: TABLE, disableMigrationsListValidation: true },
  });

/** @throws Error, one sentence with the way out, for a database that this code cannot bring up to date */
async function assertCanMigrate(knex: Knex, lists: readonly MigrationList[]): Promise<void> {
  assertSharesHistory(await readHistory(knex, TABLE));
  for (const list of lists) await assertHistoryAgrees(knex, list);
}

async function withKnex<T>(url: string, work: (knex: Knex) => Promise<T>): Promise<T> {
  const knex = openKnex(url);
  try {
    return await alone(url, async () => {
      const lists = migrationLists();
      await assertCanMigrate(knex, lists);
      // The library's own lock is a row, which outlives a process that was killed. Nobody but us runs here.
      await knex.migrate.forceFreeMigrationsLock();
      const done = await work(knex);
      for (const list of lists) await storeHashes(knex, list);
      return done;
    });
  } finally {
    await knex.destroy();
  }
}

/**
 * Brings the schema up to date, that of plugins behind our own. Returns the names of the migrations that ran.
 * @param only the schema of a former release: its migrations alone
 */
export function migrateUp(url: string, only?: readonly string[]): Promise<string[]> {
  return withKnex(url, async (knex) => {
    const of = async () =>
      (await source.getMigrations([])).filter(
        (file) => only?.includes(source.getMigrationName(file)) ?? true,
      );
    const [, names] = (await knex.migrate.latest({ migrationSource: { ...source, getMigrations: of } })) as [
      number,
      string[],
    ];
    // Once a plugin is no longer registered, nothing else says which tables are its own.
    for (const plugin of only ? [] : plugins) await recordPlugin(knex, plugin);
    for (const plugin of only ? [] : pluginsWithTables()) {
      const own = { migrationSource: sourceOf(plugin), tableName: migrationsTableOf(plugin) };
      const [, ofPlugin] = (await knex.migrate.latest(own)) as [number, string[]];
      names.push(...ofPlugin.map((name) => `${plugin.name}/${name}`));
    }
    return names;
  });
}

/**
 * What `migrateUp` would do, without doing it.
 * @returns the names of the migrations that have not run
 * @throws Error, one sentence with the way out, for a database that this code cannot bring up to date
 */
export async function checkMigrations(url: string): Promise<string[]> {
  const knex = openKnex(url);
  try {
    await assertCanMigrate(knex, migrationLists());
    return await missingMigrations(knex, await readHistory(knex, TABLE));
  } finally {
    await knex.destroy();
  }
}

/** Takes every migration back, the newest first. */
export function migrateDown(url: string): Promise<void> {
  return withKnex(url, async (knex) => {
    await knex.migrate.rollback(undefined, true);
  });
}

/** Runs the next migration, or takes the last one back. Returns its name, or undefined when there is none. */
export function migrateOne(url: string, direction: 'up' | 'down'): Promise<string | undefined> {
  return withKnex(url, async (knex) => {
    const [, names] = (await knex.migrate[direction]()) as [number, string[]];
    return names[0];
  });
}

const namesIn = async (from: Knex.MigrationSource<string>) =>
  (await from.getMigrations([])).map((file) => from.getMigrationName(file));

/** @throws Error for a database that was migrated by a list which this one does not continue */
function assertSharesHistory(seen: ReadonlyMap<string, unknown>): void {
  const [first = ''] = filesIn(migrationsDirectory()).map(nameOf);
  if (seen.size === 0 || seen.has(first)) return;
  throw new Error(
    'The database was migrated by a version from before the first release and cannot be brought up to date: ' +
      'create an empty one for DATABASE_URL (the local one: remove the folder `.data`), then run `npm run migrate`.',
  );
}

/** The migrations of this code that the database has not seen. More than the code knows of is no reason to worry. */
async function missingMigrations(knex: Knex, seen: ReadonlyMap<string, unknown>): Promise<string[]> {
  const missing = (await namesIn(source)).filter((name) => !seen.has(name));
  for (const plugin of pluginsWithTables()) {
    const ran = await readHistory(knex, migrationsTableOf(plugin));
    const names = (await namesIn(sourceOf(plugin))).filter((name) => !ran.has(name));
    missing.push(...names.map((name) => `${plugin.name}/${name}`));
  }
  return missing;
}

/**
 * For the start of a process: nothing migrates by itself there, and code that runs ahead of its schema fails at the
 * first query it meets.
 * @throws Error that says what to do
 */
export async function assertSchemaIsCurrent(knex: Knex): Promise<void> {
  const seen = await readHistory(knex, TABLE);
  assertSharesHistory(seen);
  const missing = await missingMigrations(knex, seen);
  if (missing.length === 0) return;
  throw new Error(
    `The database is older than this code: ${missing.length} of its migrations have not run, from ${missing[0]} on. ` +
      'Run `npm run migrate` first.',
  );
}
