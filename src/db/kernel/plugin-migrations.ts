import { text } from '#domain/_shared/columns.js';
import { query } from './query.js';
import type { Knex } from 'knex';
import type { RegisteredPlugin } from '#domain/_shared/registered-plugin.js';

/** Which plugins were ever installed here, with their prefix: for those that are no longer registered. */
const INSTALLED = 'plugins_installed';

/** Where knex writes down which migrations of a plugin have run. */
export const migrationsTableOf = ({ prefix }: Pick<RegisteredPlugin, 'prefix'>): string =>
  `schema_migrations_${prefix}`;

type Relation = { name: string; kind: string };

async function relations(knex: Knex): Promise<Relation[]> {
  return query(knex, {
    name: text,
    kind: text,
  })(`select c.relname as name, c.relkind as kind from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and c.relkind in ('r', 'p', 'v', 'm')`);
}

const namesOf = async (knex: Knex) => new Set((await relations(knex)).map(({ name }) => name));
const belongsTo = ({ prefix }: Pick<RegisteredPlugin, 'prefix'>, name: string): boolean =>
  name === prefix || name.startsWith(`${prefix}_`);

/**
 * Does a step of a migration of a plugin, and undoes it where it made or dropped a table that is not the plugin's.
 * @throws Error naming the tables
 */
export async function withinPrefix(
  plugin: RegisteredPlugin,
  knex: Knex,
  step: () => Promise<void>,
): Promise<void> {
  const before = await namesOf(knex);
  await step();
  const after = await namesOf(knex);
  const changed = [...before]
    .filter((name) => !after.has(name))
    .concat([...after].filter((name) => !before.has(name)));
  const foreign = changed.filter((name) => !belongsTo(plugin, name));
  if (foreign.length > 0)
    throw new Error(
      `A migration of the plugin ${plugin.name} touches ${foreign.join(', ')}: its tables begin with ${plugin.prefix}_`,
    );
}

/** Whether tables of one prefix could be taken for tables of the other. */
const overlap = (first: string, second: string): boolean =>
  first === second || first.startsWith(`${second}_`) || second.startsWith(`${first}_`);

/**
 * Keeps in mind that the plugin is installed here.
 * @throws Error where a former plugin still has tables that would be taken for its own
 */
export async function recordPlugin(
  knex: Knex,
  { name, prefix, version }: Pick<RegisteredPlugin, 'name' | 'prefix' | 'version'>,
): Promise<void> {
  const other = (await installedPlugins(knex)).find(
    (plugin) => plugin.name !== name && overlap(plugin.prefix, prefix),
  );
  if (other)
    throw new Error(
      `The prefix ${prefix} of the plugin ${name} is that of the plugin ${other.name}, whose tables are still here: ` +
        `choose another prefix, or drop them with npm run plugin:purge ${other.name}`,
    );
  await knex.raw(
    `insert into ${INSTALLED} as i (name, prefix, version, migrated_at) values (?, ?, ?, now())
     on conflict (name) do update set prefix = excluded.prefix, version = excluded.version, migrated_at = now()
     where (i.prefix, i.version) is distinct from (excluded.prefix, excluded.version)`,
    [name, prefix, version],
  );
}

export type InstalledPlugin = Pick<RegisteredPlugin, 'name' | 'prefix' | 'version'>;

/** The plugins that were ever installed here and have not been purged. */
export async function installedPlugins(knex: Pick<Knex, 'raw'>): Promise<InstalledPlugin[]> {
  return query(knex, { name: text, prefix: text, version: text })(
    `select name, prefix, version from ${INSTALLED} order by name`,
  );
}

/**
 * Drops the tables and views of a plugin, its migrations table and what was kept in mind of it; never anything else.
 * @returns the names of what was dropped
 */
export async function dropPluginTables(knex: Knex, plugin: InstalledPlugin): Promise<string[]> {
  const own = (await relations(knex)).filter(
    ({ name }) =>
      belongsTo(plugin, name) ||
      [migrationsTableOf(plugin), `${migrationsTableOf(plugin)}_lock`].includes(name),
  );
  const named = (kinds: string) => own.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);
  await knex.transaction(async (tx) => {
    // Without cascade: what of others refers to one of these is for a person to look at.
    for (const [what, names] of [
      ['view', named('v')],
      ['materialized view', named('m')],
      ['table', named('rp')],
    ] as const)
      if (names.length > 0) await tx.raw(`drop ${what} ${names.map(() => '??').join(', ')}`, [...names]);
    await tx(INSTALLED).where({ name: plugin.name }).delete();
  });
  return own.map(({ name }) => name).sort();
}
