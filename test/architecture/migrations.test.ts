import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { migrationProblems, migrationRules } from '../../scripts/migration-rules.js';
import { addRelease, releaseProblems } from '../../scripts/release/released-migrations.js';

const folder = join(import.meta.dirname, '..', '..', 'migrations');
/** Up to here stands the baseline, one file a feature: nobody had a database yet. */
const FIRST_RELEASE = '20261124003500';
const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));

const migration = (sql: string, head = '') =>
  `${head}export async function up(knex: Knex): Promise<void> {\n  await knex.raw(\`${sql}\`);\n}\n` +
  `export async function down(knex: Knex): Promise<void> {\n  await knex.raw('drop table anything; drop index x');\n}\n`;
const rulesBroken = (sql: string, head?: string) =>
  migrationProblems(migration(sql, head)).map(({ rule }) => rule);

describe('migrations', () => {
  it('are named by time and purpose, each with a way up and a way down', () => {
    for (const file of files) {
      expect(file).toMatch(/^\d{14}_[a-z0-9_]+\.ts$/);
      const text = readFileSync(join(folder, file), 'utf8');
      expect(text).toMatch(/export async function up\(/);
      expect(text).toMatch(/export async function down\(/);
    }
    expect(new Set(files.map((file) => file.slice(0, 14))).size).toBe(files.length);
  });

  it.each(files.filter((file) => file.slice(0, 14) > FIRST_RELEASE).concat('none'))(
    '%s can run while the code before it still does',
    (file) => {
      if (file === 'none') return;
      expect(migrationProblems(readFileSync(join(folder, file), 'utf8'))).toEqual([]);
    },
  );
});

describe('released migrations', () => {
  it('are as they were released', () => {
    expect(releaseProblems(folder)).toEqual([]);
  });

  it('are refused when they change, go, or are preceded by a new one', () => {
    const copy = mkdtempSync(join(tmpdir(), 'haat-released-'));
    try {
      const write = (name: string, text: string) => writeFileSync(join(copy, `${name}.ts`), text);
      write('20270101000000_first', 'create');
      write('20270101000100_second', 'create');
      writeFileSync(join(copy, 'released.json'), '{ "releases": [] }');
      expect(addRelease(copy, '1.0.0')).toEqual(['20270101000000_first', '20270101000100_second']);
      write('20270102000000_third', 'alter');
      expect(releaseProblems(copy)).toEqual([]);
      expect(() => addRelease(copy, '1.0.0')).toThrow('1.0.0 is released already');
      expect(addRelease(copy, '1.1.0')).toEqual(['20270102000000_third']);

      write('20270101000000_first', 'create more');
      rmSync(join(copy, '20270101000100_second.ts'));
      write('20270101120000_between', 'alter');
      expect(releaseProblems(copy)).toEqual([
        '20270101000000_first was released with 1.0.0 and has changed: restore it, and add a migration',
        '20270101000100_second was released with 1.0.0 and is gone: restore it',
        '20270101120000_between would run before the released 20270102000000_third: rename it',
      ]);
      expect(() => addRelease(copy, '1.2.0')).toThrow('and has changed');
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
});

describe('the rules for migrations', () => {
  const bad: [rule: string, sql: string][] = [
    ['drop-table', 'drop table orders'],
    ['drop-column', 'alter table orders drop column note'],
    ['drop-column', 'ALTER TABLE orders\n  ADD COLUMN a text,\n  DROP COLUMN note'],
    ['rename', 'alter table orders rename column note to remark'],
    ['rename', 'alter table orders rename to purchases'],
    ['change-type', 'alter table orders alter column note type varchar(10)'],
    ['change-type', 'alter table orders alter note set data type int'],
    ['set-not-null', 'alter table orders alter column note set not null'],
    ['not-null-without-default', 'alter table orders add column a integer not null'],
    [
      'not-null-without-default',
      'alter table orders add column a int default 1, add b numeric(10, 2) not null',
    ],
    ['volatile-default', 'alter table orders add column public_id uuid not null default uuidv7()'],
    ['volatile-default', 'alter table orders add column n bigserial'],
    ['drop-default', 'alter table orders alter column note drop default'],
    ['index-not-concurrently', 'create index orders_note on orders (note)'],
    ['index-not-concurrently', 'create unique index if not exists orders_note on orders (note)'],
    ['drop-index-not-concurrently', 'drop index orders_note'],
    ['constraint-not-valid', 'alter table orders add constraint o check (total >= 0)'],
    ['constraint-not-valid', 'alter table orders add foreign key (user_id) references accounts_users (id)'],
    ['constraint-builds-index', 'alter table orders add constraint o unique (note)'],
    ['whole-table-write', "update orders set note = '' where note is null"],
    ['heavy-lock', 'truncate orders'],
    ['heavy-lock', 'lock table orders'],
    ['cascade', 'drop function f cascade'],
  ];

  it.each(bad)('%s: %s', (rule, sql) => {
    expect(rulesBroken(`create table unrelated (id int); ${sql};`)).toEqual([rule]);
  });

  it('have a bad example each', () => {
    expect(migrationRules.filter((rule) => !bad.some(([name]) => name === rule))).toEqual([]);
  });

  it.each([
    'create table things (id uuid primary key, a int not null); create index things_a on things (a); insert into things values (1)',
    'create table things (id int); alter table things add constraint t check (id > 0), alter column id set not null; update things set id = 1',
    'alter table orders add column a integer, add column b boolean not null default false, add column c timestamptz default now()',
    'alter table orders add constraint o check (total >= 0) not valid',
    'alter table orders validate constraint o',
    'alter table orders alter column note drop not null',
    'alter table orders add constraint o unique using index orders_note',
    'create or replace function f() returns trigger language plpgsql as $$ begin update orders set a = 1; drop table x; end $$',
  ])('let through: %s', (sql) => {
    expect(rulesBroken(sql)).toEqual([]);
  });

  it('let an index be built concurrently outside a transaction, and only there', () => {
    const sql = 'create index concurrently orders_note on orders (note)';
    expect(rulesBroken(sql)).toEqual(['concurrently-in-transaction']);
    expect(rulesBroken(sql, 'export const config = { transaction: false };\n')).toEqual([]);
  });

  it('look at SQL in plain strings too, and want SQL', () => {
    const text = `export async function up(knex) { await knex.raw('drop table a'); await knex.schema.alterTable('b', () => {}); }`;
    expect(migrationProblems(text).map(({ rule }) => rule)).toEqual(['drop-table', 'plain-sql']);
  });

  it('are lifted for one statement by a comment that gives a reason, and by no other', () => {
    const allowed =
      '-- allow drop-table: nothing has read it since the release before\n drop table old_things';
    expect(rulesBroken(`${allowed}; drop table orders;`)).toEqual(['drop-table']);
    expect(rulesBroken(allowed)).toEqual([]);
    expect(rulesBroken('-- allow drop-table:\n drop table orders')).toEqual(['drop-table']);
    expect(rulesBroken('-- allow rename: it is a view of nobody\n drop table orders')).toEqual([
      'drop-table',
    ]);
  });
});
