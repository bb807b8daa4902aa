import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createKnex, type Knex } from '#db/kernel/knex.js';
import {
  dropPluginTables,
  type InstalledPlugin,
  installedPlugins,
  recordPlugin,
} from '#db/kernel/plugin-migrations.js';
import { slugs } from '#domain/slugs.js';
import { pluginToPurge, purgeFailure } from '../../scripts/plugins/plugin-to-purge.js';
import { createTestDatabase, type TestDatabase } from '../_support/database.js';

const loyalty = { name: 'loyalty-points', prefix: 'loyalty', version: '1.0.0' };

let database: TestDatabase;
let knex: Knex;
/** Those that the platform ships. */
let shipped: InstalledPlugin[];

beforeAll(async () => {
  database = await createTestDatabase();
  knex = createKnex({ url: database.url, poolMax: 2, applicationName: 'test', guard: false });
  shipped = await installedPlugins(knex);
  await recordPlugin(knex, loyalty);
});
afterAll(async () => {
  await knex.destroy();
  await database.drop();
});

async function tables(): Promise<string[]> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v', 'm')`,
  );
  return rows.map(({ name }) => name).sort();
}

describe('npm run plugin:purge', () => {
  it('drops the tables and views with the prefix of the plugin, and nothing else', async () => {
    const before = await tables();
    await knex.raw(`
      create table loyalty_points (id int primary key);
      create table loyalty_coupons (id int references loyalty_points);
      create view loyalty_totals as select count(*) from loyalty_points;
      create table schema_migrations_loyalty (id int);
      create table schema_migrations_loyalty_lock (id int);
      create table loyaltyprogram (id int);
    `);
    expect(await dropPluginTables(knex, loyalty)).toEqual([
      'loyalty_coupons',
      'loyalty_points',
      'loyalty_totals',
      'schema_migrations_loyalty',
      'schema_migrations_loyalty_lock',
    ]);
    expect(await tables()).toEqual([...before, 'loyaltyprogram'].sort());
    expect(await installedPlugins(knex)).toEqual(shipped);
    await knex.raw('drop table loyaltyprogram');
  });

  it('drops nothing while a table of others refers to one of them, and says which', async () => {
    await recordPlugin(knex, loyalty);
    await knex.raw(
      'create table loyalty_points (id int primary key); create table foreign_points (id int references loyalty_points)',
    );
    const failure = await dropPluginTables(knex, loyalty).catch((error: unknown) =>
      purgeFailure('loyalty-points', error),
    );
    expect(String(failure)).toMatch(/in use, and nothing was dropped: .*foreign_points/);
    expect(await tables()).toContain('loyalty_points');
    await knex.raw('drop table foreign_points');
  });

  it('takes a plugin that was installed and is not registered', () => {
    const known = { installed: [loyalty], registered: [], slugs };
    expect(pluginToPurge(['loyalty-points'], known)).toEqual(loyalty);
    expect(() => pluginToPurge([], known)).toThrow(/plugin:purge <name>. Installed here: loyalty-points/);
    expect(() => pluginToPurge(['gift-cards'], known)).toThrow(/gift-cards was not installed here/);
    expect(() => pluginToPurge(['loyalty-points'], { ...known, registered: ['loyalty-points'] })).toThrow(
      /is registered: take it out of haat.config.ts first/,
    );
    const grown = { ...known, installed: [{ ...loyalty, prefix: 'order' }], slugs: ['order-notes'] };
    expect(() => pluginToPurge(['loyalty-points'], grown)).toThrow(
      /is that of the feature order-notes by now/,
    );
  });

  it('cannot meet tables of another plugin: a prefix that overlaps is refused until they are dropped', async () => {
    const wraps = { name: 'loyalty-wraps', prefix: 'loyalty_wraps', version: '1.0.0' };
    await expect(recordPlugin(knex, wraps)).rejects.toThrow(/npm run plugin:purge loyalty-points/);
    await dropPluginTables(knex, loyalty);
    await recordPlugin(knex, wraps);
    expect(await installedPlugins(knex)).toEqual(expect.arrayContaining([...shipped, wraps]));
  });
});
