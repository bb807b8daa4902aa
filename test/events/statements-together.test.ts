import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Knex } from '#db/kernel/knex.js';
import { createUnitOfWork, type Tx } from '#db/kernel/unit-of-work.js';
import { systemContext } from '#domain/_shared/context.js';
import { openSheds } from './one-connection.js';

/** Statements that are sent without waiting for the response of the one before. */

let knex: Knex;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ knex, close } = await openSheds());
});
afterAll(() => close());
beforeEach(() => knex('sheds').delete());

const ctx = systemContext({ name: 'test' }, new Date());
const inOne = <T>(work: (tx: Tx) => Promise<T>) => createUnitOfWork(knex).run(ctx, work);
const pluckIds = async (reader: Knex) => reader('sheds').orderBy('id').pluck('id') as Promise<number[]>;
const ids = () => pluckIds(knex);
const insert = (tx: Knex, id: number) => tx('sheds').insert({ id });
const insertLast = (tx: Knex, id: number) => insert(tx, id).options({ unanswered: true });

/** In how many pieces the only connection sends what `work` says. */
async function piecesOf(work: () => Promise<unknown>): Promise<number> {
  const client = knex.client as { acquireConnection(): Promise<PgConnection>; releaseConnection(item: PgConnection): void }; // prettier-ignore
  const connection = await client.acquireConnection();
  client.releaseConnection(connection);
  const { stream } = connection.connection;
  const send = ['_write', '_writev'] as const;
  const kept = send.map((name) => stream[name]);
  let pieces = 0;
  send.forEach((name, index) => {
    stream[name] = (...args: unknown[]) => {
      pieces += 1;
      return kept[index]?.apply(stream, args);
    };
  });
  await work();
  send.forEach((name, index) => (stream[name] = kept[index]));
  return pieces;
}

interface PgConnection {
  connection: { stream: Partial<Record<'_write' | '_writev', (...args: unknown[]) => unknown>> };
}

describe('statements sent together', () => {
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

  it('leave in one piece, with the begin of their transaction; the last goes with its end', async () => {
    await ids();
    const pieces = await piecesOf(() =>
      inOne(async (tx) => {
        await Promise.all([insert(tx, 1), insert(tx, 2), insert(tx, 3)]);
        await insertLast(tx, 4);
      }),
    );
    expect(pieces).toBe(2);
    expect(await ids()).toEqual([1, 2, 3, 4]);
  });

  it('tell the failure of the first that failed, and leave nothing', async () => {
    const work = inOne((tx) =>
      Promise.all([insert(tx, 1), insert(tx, 1), tx('sheds').where({ id: 5 }).update({ name: 'x' })]),
    );
    await expect(work).rejects.toMatchObject({ code: '23505', constraint: 'sheds_pkey' });
    expect(await ids()).toEqual([]);
  });

  it('tell it also to the statement after it', async () => {
    const work = inOne(async (tx) => {
      await Promise.allSettled([insert(tx, 1), insert(tx, 1)]);
      return pluckIds(tx);
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
  });

  it('are tried once more together when a migration has changed their table', async () => {
    const work = () =>
      inOne((tx) =>
        Promise.all([tx('sheds').where({ id: 1 }).first(), tx('sheds').where({ id: 1 }).first()]),
      );
    for (let turn = 0; turn < 30; turn += 1) await work();
    await knex.raw('alter table sheds add column place text');
    expect(await work()).toEqual([undefined, undefined]);
  });
});

describe('a statement that goes with the end of its transaction', () => {
  it('fails the whole of it', async () => {
    await knex('sheds').insert({ id: 9 });
    const work = inOne(async (tx) => {
      await insert(tx, 1);
      await insertLast(tx, 9);
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await ids()).toEqual([9]);
  });

  it('is never written where the work fails after it', async () => {
    const work = inOne(async (tx) => {
      await insertLast(tx, 1);
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await ids()).toEqual([]);
  });

  it('is there for those that come after it, one of several too', async () => {
    const seen = await inOne(async (tx) => {
      await insertLast(tx, 1);
      await insertLast(tx, 2);
      return pluckIds(tx);
    });
    expect(seen).toEqual([1, 2]);
  });

  it('is written once when it has to be tried again', async () => {
    const add = () =>
      inOne((tx) =>
        tx.raw('insert into sheds (id) values (?) returning *', [1]).options({ unanswered: true }),
      );
    for (let turn = 0; turn < 30; turn += 1) {
      await add();
      await knex('sheds').delete();
    }
    await knex.raw('alter table sheds add column height integer');
    await add();
    expect(await ids()).toEqual([1]);
  });

  it('is an ordinary one outside of a transaction', async () => {
    await insertLast(knex, 1);
    expect(await ids()).toEqual([1]);
  });
});

it('a transaction whose connection is gone before it begins fails, and the next one has another', async () => {
  const pid = async () => (await knex.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid')).rows[0]?.pid; // prettier-ignore
  const gone = await pid();
  const work = inOne(async (tx) => {
    await tx.raw('select pg_terminate_backend(pg_backend_pid())');
    await insert(tx, 1);
  });
  await expect(work).rejects.toThrow();
  expect(await pid()).not.toBe(gone);
  expect(await ids()).toEqual([]);
});
