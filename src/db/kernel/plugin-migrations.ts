import type { Knex } from 'knex';
import type { RegisteredPlugin } from '#domain/_shared/registered-plugin.js';

/** Which plugins have ever had tables here, with their prefix: for those that are registered no more. */
export const PLUGINS_TABLE = 'schema_migrations_plugins';

/** Where knex writes down which migrations of a plugin have run. */
export const migrationsTableOf = ({ prefix }: Pick<RegisteredPlugin, 'prefix'>): string =>
  `schema_migrations_${prefix}`;

async function relations(knex: Knex): Promise<Set<string>> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and c.relkind in ('r', 'p', 'v', 'm')`,
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * Does a step of a migration of a plugin, and undoes it where it made or dropped a table that is not the plugin's.
 * @throws Error naming the tables
 */
export async function withinPrefix(
  plugin: RegisteredPlugin,
  knex: Knex,
  step: () => Promise<void>,
): Promise<void> {
  const before = await relations(knex);
  await step();
  const after = await relations(knex);
  const changed = [...before].filter((name) => !after.has(name)).concat([...after].filter((name) => !before.has(name))); // prettier-ignore
  const foreign = changed.filter((name) => name !== plugin.prefix && !name.startsWith(`${plugin.prefix}_`));
  if (foreign.length > 0)
    throw new Error(
      `A migration of the plugin ${plugin.name} touches ${foreign.join(', ')}: its tables begin with ${plugin.prefix}_`,
    );
}

/** Keeps in mind that the plugin has tables here. */
export async function recordPlugin(knex: Knex, { name, prefix, version }: RegisteredPlugin): Promise<void> {
  await knex.raw(
    `create table if not exists ${PLUGINS_TABLE} (
       name text primary key, prefix text not null unique, version text not null, migrated_at timestamptz not null)`,
  );
  await knex.raw(
    `insert into ${PLUGINS_TABLE} (name, prefix, version, migrated_at) values (?, ?, ?, now())
     on conflict (name) do update set prefix = excluded.prefix, version = excluded.version, migrated_at = now()`,
    [name, prefix, version],
  );
}

/** The plugins that have ever had tables here. */
export async function knownPlugins(knex: Pick<Knex, 'raw'>): Promise<RegisteredPlugin[]> {
  const { rows: known } = await knex.raw<{ rows: { there: boolean }[] }>(
    'select to_regclass(?) is not null as there',
    [PLUGINS_TABLE],
  );
  if (!known[0]?.there) return [];
  const { rows } = await knex.raw<{ rows: RegisteredPlugin[] }>(
    `select name, prefix, version from ${PLUGINS_TABLE} order by name`,
  );
  return rows;
}

/**
 * Drops the tables of a plugin, its migrations table and what was remembered of it; never anything else.
 * @returns the names of the tables
 */
export async function dropPluginTables(knex: Knex, plugin: RegisteredPlugin): Promise<string[]> {
  const own = [...(await relations(knex))].filter(
    (name) =>
      name === plugin.prefix ||
      name.startsWith(`${plugin.prefix}_`) ||
      [migrationsTableOf(plugin), `${migrationsTableOf(plugin)}_lock`].includes(name),
  );
  await knex.transaction(async (tx) => {
    // Without cascade: what of others refers to one of these is for a person to look at.
    if (own.length > 0) await tx.raw(`drop table ${own.map(() => '??').join(', ')}`, own);
    await tx(PLUGINS_TABLE).where({ name: plugin.name }).delete();
  });
  return own.sort();
}
