import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { personalTables, tablesWithNone } from '#db/personal-data/declared-tables.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

/** Names of columns that say who somebody is, or who did something. */
const LOOKS_PERSONAL =
  /(^|_)(user|customer|buyer|guest|email|phone|mobile|address|recipient|actor|inviter|applicant|contact|principal)(_|$)|_by$|_by_|(customer|first|last|full)_name|^given_to$|_address(_|$)|user_agent|^(payload|snapshot|before|after|note|variables_encrypted|bank)$/;

let kernel: TestKernel;
let columns: Map<string, string[]>;
let keys: Map<string, string[]>;
let referring: Set<string>;

beforeAll(async () => {
  kernel = await startKernel();
  const { knex } = kernel.container;
  const { rows } = await knex.raw<{ rows: { name: string; columns: string[]; key: string[] | null }[] }>(
    `select c.relname as name,
       array_agg(a.attname::text order by a.attnum) as columns,
       (select array_agg(k.attname::text order by array_position(i.indkey::int2[], k.attnum))
        from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any(i.indkey::int2[])
        where i.indrelid = c.oid and i.indisprimary) as key
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'schema_migrations%'
     group by c.oid, c.relname`,
  );
  columns = new Map(rows.map(({ name, columns: own }) => [name, own]));
  keys = new Map(rows.map(({ name, key }) => [name, key ?? []]));
  const foreign = await knex.raw<{ rows: { name: string }[] }>(
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid = 'accounts_users'::regclass`,
  );
  referring = new Set(foreign.rows.map(({ name }) => name));
});
afterAll(() => kernel.stop());

it('every table that looks as if it held personal data is declared, or listed with the reason why it holds none', () => {
  const declared = new Set([...personalTables.map(({ table }) => table), ...Object.keys(tablesWithNone)]);
  const looks = [...columns].filter(
    ([table, own]) => referring.has(table) || own.some((column) => LOOKS_PERSONAL.test(column)),
  );
  const needless = Object.keys(tablesWithNone).filter((table) => !looks.some(([name]) => name === table));
  expect(needless.map((table) => `${table} does not look personal: take it out of \`none\``)).toEqual([]);
  const forgotten = looks.filter(([table]) => !declared.has(table));
  expect(
    forgotten.map(
      ([table, own]) =>
        `${table} (${own.filter((column) => LOOKS_PERSONAL.test(column)).join(', ')}): declare it in the -personal-data-sql.ts of its feature`,
    ),
  ).toEqual([]);
});

it('every table that refers to an account is declared with its rows', () => {
  const declared = new Set(personalTables.map(({ table }) => table));
  expect([...referring].filter((table) => !declared.has(table))).toEqual([]);
});

it('declarations name tables, keys and columns that exist, each table once', () => {
  const tables = personalTables.map(({ table }) => table);
  expect(tables.filter((table, index) => tables.indexOf(table) !== index || table in tablesWithNone)).toEqual(
    [],
  );
  expect(Object.keys(tablesWithNone).filter((table) => !columns.has(table))).toEqual([]);
  const wrong = personalTables.flatMap(({ table, key, file, erasure }) => {
    const set = erasure.kind === 'blank' ? Object.keys(erasure.set) : [];
    const named = [...new Set([...key, ...file, ...set])];
    const unknown = named.filter((column) => !columns.get(table)?.includes(column));
    const isKey = [...key].sort().join() === [...(keys.get(table) ?? [])].sort().join();
    return [
      ...unknown.map((column) => `${table}.${column} does not exist`),
      ...(isKey ? [] : [`the key of ${table} is ${keys.get(table)?.join(', ')}`]),
    ];
  });
  expect(wrong).toEqual([]);
});

it('a table without columns for the file says why', () => {
  expect(
    personalTables.filter(({ file, notInFile }) => file.length === 0 && !notInFile).map(({ table }) => table),
  ).toEqual([]);
});

it('no secret is in the file', () => {
  const secret = /password|token|secret|hash|encrypted/;
  const shown = personalTables.flatMap(({ table, file }) =>
    file.filter((column) => secret.test(column)).map((column) => `${table}.${column}`),
  );
  expect(shown).toEqual([]);
});

it('the SQL of every declaration runs for a user and for a guest', async () => {
  const { knex } = kernel.container;
  for (const { table, rows, erasure } of personalTables)
    for (const userId of ['019a0000-0000-7000-8000-000000000001', null]) {
      const person = { userId, email: 'nobody@example.com', pseudonym: 'erased-1' };
      await knex.raw(`select 1 from ${table} r where ${rows} limit 1`, person as never);
      if (erasure.kind !== 'blank') continue;
      const set = Object.entries(erasure.set).map(([column, sql]) => `${column} = ${sql}`);
      await knex.raw(`update ${table} r set ${set.join(', ')} where false`, person as never);
    }
});
