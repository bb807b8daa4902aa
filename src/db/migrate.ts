import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import knexModule, { type Knex } from 'knex';

const root = join(import.meta.dirname, '..', '..');

/** The migrations beside this code: the sources when it runs from sources, the build when it runs from the build. */
function migrationsDirectory(): string {
  const fromSources = import.meta.filename.endsWith('.ts');
  const directory = fromSources ? join(root, 'migrations') : join(root, 'dist', 'migrations');
  if (!existsSync(directory)) throw new Error(`No migrations at ${directory}`);
  return directory;
}

interface Migration {
  up(knex: Knex): Promise<void>;
  down(knex: Knex): Promise<void>;
}

/** Names carry no ending, so that a database migrated from sources is known to the build. */
const source: Knex.MigrationSource<string> = {
  async getMigrations() {
    return readdirSync(migrationsDirectory())
      .filter((file) => /^\d{14}_.*\.(ts|js)$/.test(file))
      .sort();
  },
  getMigrationName: (file) => file.replace(/\.(ts|js)$/, ''),
  async getMigration(file) {
    return (await import(pathToFileURL(join(migrationsDirectory(), file)).href)) as Migration;
  },
};

async function withKnex<T>(url: string, work: (knex: Knex) => Promise<T>): Promise<T> {
  const knex = knexModule({
    client: 'pg',
    connection: { connectionString: url, application_name: 'haat-migrate' },
    pool: { min: 0, max: 2 },
    migrations: { migrationSource: source, tableName: 'schema_migrations' },
  });
  try {
    return await work(knex);
  } finally {
    await knex.destroy();
  }
}

/** Brings the schema up to date. Returns the names of the migrations that ran. */
export function migrateUp(url: string): Promise<string[]> {
  return withKnex(url, async (knex) => {
    const [, names] = (await knex.migrate.latest()) as [number, string[]];
    return names;
  });
}

/** Takes every migration back, the newest first. */
export function migrateDown(url: string): Promise<void> {
  return withKnex(url, async (knex) => {
    await knex.migrate.rollback(undefined, true);
  });
}
