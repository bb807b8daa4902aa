import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Knex } from '#db/kernel/knex.js';
import { createUnitOfWork, RepeatAfter, type Tx } from '#db/kernel/unit-of-work.js';
import { systemContext } from '#domain/_shared/context.js';
import { openSheds } from './one-connection.js';

let knex: Knex;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ knex, close } = await openSheds());
});
afterAll(() => close());
beforeEach(() => knex('sheds').delete());

const ctx = systemContext({ name: 'test' }, new Date());
const inOne = <T>(work: (tx: Tx) => Promise<T>) => createUnitOfWork(knex).run(ctx, work);
const ids = () => knex('sheds').orderBy('id').pluck('id') as Promise<number[]>;
const insert = (tx: Knex, id: number) => tx('sheds').insert({ id });

describe('statements of one transaction that are started together', () => {
  it('each get their own response', async () => {
    await knex('sheds').insert([{ id: 1, name: 'tools' }, { id: 2 }]);
    const responses = await inOne((tx) =>
      Promise.all([
        insert(tx, 3),
        tx('sheds').where({ id: 2 }).update({ name: 'wood' }),
        tx('sheds').where({ id: 1 }).first() as Promise<unknown>,
        tx.raw('select count(*)::integer as count from sheds where id < 3'),
      ]),
    );
    const counted = expect.objectContaining({ rows: [{ count: 2 }] }) as unknown;
    expect(responses.slice(1)).toEqual([1, { id: 1, name: 'tools' }, counted]);
    expect(await ids()).toEqual([1, 2, 3]);
  });

  it('fail with the first failure, and leave nothing', async () => {
    const work = inOne((tx) =>
      Promise.all([insert(tx, 1), insert(tx, 1), tx('sheds').where({ id: 5 }).update({ name: 'x' })]),
    );
    await expect(work).rejects.toMatchObject({ code: '23505', constraint: 'sheds_pkey' });
    expect(await ids()).toEqual([]);
  });

  it('are tried once more when a migration has changed their table', async () => {
    const work = () =>
      inOne((tx) =>
        Promise.all([tx('sheds').where({ id: 1 }).first(), tx('sheds').where({ id: 1 }).first()]),
      );
    for (let turn = 0; turn < 30; turn += 1) await work();
    await knex.raw('alter table sheds add column place text');
    expect(await work()).toEqual([undefined, undefined]);
  });
});

describe('a transaction', () => {
  it('writes once when it has to be tried again', async () => {
    const add = () => inOne((tx) => tx.raw('insert into sheds (id) values (?) returning *', [1]));
    for (let turn = 0; turn < 30; turn += 1) {
      await add();
      await knex('sheds').delete();
    }
    await knex.raw('alter table sheds add column height integer');
    await add();
    expect(await ids()).toEqual([1]);
  });

  it('whose connection is lost before it begins fails, and the next one has another', async () => {
    const pid = async () =>
      (await knex.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid')).rows[0]?.pid;
    const gone = await pid();
    const work = inOne(async (tx) => {
      await tx.raw('select pg_terminate_backend(pg_backend_pid())');
      await insert(tx, 1);
    });
    await expect(work).rejects.toThrow();
    expect(await pid()).not.toBe(gone);
    expect(await ids()).toEqual([]);
  });
});

describe('work that lacks something from outside of the database', () => {
  /** There is one connection: a step while the transaction held it would wait for ever. */
  const lacking = (fetch: () => Promise<void>) => {
    let attempts = 0;
    return inOne(async (tx) => {
      attempts += 1;
      await insert(tx, 1);
      if (attempts === 1) throw new RepeatAfter(fetch);
      return attempts;
    });
  };

  it('is rolled back before the step that fetches it, and done again behind it', async () => {
    let meanwhile: number[] | undefined;
    const attempts = await lacking(async () => {
      meanwhile = await ids();
    });
    expect([attempts, meanwhile, await ids()]).toEqual([2, [], [1]]);
  });

  it('fails with the error of the step, and leaves nothing', async () => {
    await expect(lacking(() => Promise.reject(new Error('the storage is away')))).rejects.toThrow(
      'the storage is away',
    );
    expect(await ids()).toEqual([]);
  });
});
