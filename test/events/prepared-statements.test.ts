import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Knex } from '#db/kernel/knex.js';
import { createPreparedStatements } from '#db/kernel/prepared-statements.js';
import { createUnitOfWork } from '#db/kernel/unit-of-work.js';
import { systemContext } from '#domain/_shared/context.js';
import { openSheds } from './one-connection.js';

let knex: Knex;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ knex, close } = await openSheds());
  await knex.raw(`insert into sheds values (1, 'tools')`);
});
afterAll(() => close());

const read = () => knex('sheds').where({ id: 1 }).first() as Promise<Record<string, unknown>>;

async function readOften(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await read();
}

async function prepared(): Promise<string[]> {
  const { rows } = await knex.raw<{ rows: { statement: string }[] }>(
    `select statement from pg_prepared_statements`,
  );
  return rows.map((row) => row.statement);
}

describe('statements that come often', () => {
  it('are prepared, others are not', async () => {
    await knex('sheds').where({ name: 'tools' }).first();
    await readOften();
    expect(await prepared()).toEqual([expect.stringContaining('from "sheds" where "id" = $1')]);
  });

  it('are prepared anew when a migration has changed their table', async () => {
    await readOften();
    await knex.raw(`alter table sheds add column place text default 'garden'`);
    expect(await read()).toEqual({ id: 1, name: 'tools', place: 'garden' });
    await readOften();
    expect(await prepared()).toHaveLength(1);
  });

  it('so too within a unit of work, which is tried once more', async () => {
    await readOften();
    await knex.raw(`alter table sheds add column height integer default 2`);
    let tries = 0;
    const row = await createUnitOfWork(knex).run(systemContext({ name: 'test' }, new Date()), async (tx) => {
      tries += 1;
      return tx('sheds').where({ id: 1 }).first() as Promise<unknown>;
    });
    expect(row).toEqual({ id: 1, name: 'tools', place: 'garden', height: 2 });
    expect(tries).toBe(2);
  });
});

it('the statements of one pool take no names from another', async () => {
  await readOften();
  const other = await openSheds();
  try {
    await other.knex('sheds').where({ id: 1 }).first();
    const { rows } = await other.knex.raw<{ rows: unknown[] }>(`select name from pg_prepared_statements`);
    expect(rows).toEqual([]);
  } finally {
    await other.close();
  }
});

describe('which statements get a name', () => {
  const often = (names: ReturnType<typeof createPreparedStatements>, sql: string, anyPage?: boolean) =>
    Array.from({ length: 20 }, () => names.nameOf(sql, anyPage)).at(-1);

  it('lists and searches are planned each time, since their plan depends on what is looked for', () => {
    const names = createPreparedStatements();
    expect(often(names, 'select 1 from a where b = $1')).toMatch(/^haat_[0-9a-f]{20}$/);
    expect(often(names, 'select 1 from a where b ilike $1')).toBeUndefined();
    expect(often(names, 'select 1 from a limit $1 offset $2')).toBeUndefined();
  });

  it('a list has one where one plan serves every page, but not where it searches', () => {
    const names = createPreparedStatements();
    const list = 'select * from "sheds" where "name" = $1 limit $2 offset $3';
    expect(often(names, list)).toBeUndefined();
    expect(often(names, list, true)).toMatch(/^haat_/);
    expect(often(names, list.replace('=', 'ilike'), true)).toBeUndefined();
    expect(often(names, 'select * from "sheds" where "name" = $1')).toMatch(/^haat_/);
  });

  it('a connection is not filled with them', () => {
    const names = createPreparedStatements();
    const named = Array.from({ length: 400 }, (_, number) => often(names, `select $1 + ${number}`));
    expect(named.filter(Boolean)).toHaveLength(250);
  });
});
