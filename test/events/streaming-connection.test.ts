import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createStreamingConnections } from '#db/kernel/streaming-connection.js';
import { eventually } from '../_support/eventually.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

const NUMBERS = 'select n, n::bigint as big_number from generate_series(1, $1::int) n';

const connections = (most?: number) =>
  createStreamingConnections({ url: kernel.container.config.DATABASE_URL, applicationName: 'streams', most });

async function openConnections(): Promise<number> {
  const { knex } = kernel.container;
  return knex('pg_stat_activity')
    .where({ applicationName: 'streams' })
    .count('* as n')
    .first()
    .then((row) => Number((row as { n: number }).n));
}

describe('a streaming connection', () => {
  it('reads in batches, in camelCase, with the types of the pool', async () => {
    const sizes: number[] = [];
    let last: unknown;
    await connections().use(async (connection) => {
      for await (const batch of connection.batches<{ n: number; bigNumber: number }>(NUMBERS, [2_500])) {
        sizes.push(batch.length);
        last = batch.at(-1);
      }
    });
    expect(sizes).toEqual([1_000, 1_000, 500]);
    expect(last).toEqual({ n: 2_500, bigNumber: 2_500 });
    await eventually(async () => expect(await openConnections()).toBe(0));
  });

  it('sees the database as it was at its start', async () => {
    const { knex } = kernel.container;
    const count = 'select count(*)::int as rows from rate_limits_points';
    await knex.raw('create table rate_limits_points (id int)');
    const seen = await connections().use(async (connection) => {
      const [before] = await connection.rows<{ rows: number }>(count);
      await knex.raw('insert into rate_limits_points values (1)');
      const [after] = await connection.rows<{ rows: number }>(count);
      return [before?.rows, after?.rows];
    });
    await knex.raw('drop table rate_limits_points');
    expect(seen).toEqual([0, 0]);
  });

  it('copies out and in; a load that fails leaves nothing', async () => {
    const { knex } = kernel.container;
    await knex.raw('create table loaded (n int primary key)');
    const streaming = connections();
    const csv = await streaming.use((connection) =>
      text(connection.copyOut('copy (select generate_series(1, 3)) to stdout with (format csv)')),
    );
    expect(csv).toBe('1\n2\n3\n');
    const load = (rows: string) =>
      streaming.use(
        (connection) =>
          connection.copyIn('copy loaded from stdin with (format csv)', async (target) => {
            await new Promise((resolve) => target.write(rows, resolve));
          }),
        { write: true },
      );
    await load(csv);
    await expect(load('4\n4\n')).rejects.toThrow('duplicate key');
    expect(await knex('loaded').select('n')).toHaveLength(3);
    await knex.raw('drop table loaded');
  });

  it('refuses to write unless it was asked to', async () => {
    await expect(connections().use((connection) => connection.rows('create table t ()'))).rejects.toThrow(
      'read-only',
    );
  });

  it('is closed in the middle of a statement when it is cancelled, and gives its place to who waits', async () => {
    const streaming = connections(1);
    const cancelled = new AbortController();
    const slow = streaming.use((connection) => connection.rows('select pg_sleep(600)'), {
      signal: cancelled.signal,
    });
    const abandoned = new AbortController();
    const waiting = streaming.use(() => Promise.resolve('never'), { signal: abandoned.signal });
    const next = streaming.use((connection) => connection.rows<{ item: number }>('select 1 as item'));
    await eventually(async () => expect(await openConnections()).toBe(1));
    abandoned.abort(new Error('gave up'));
    await expect(waiting).rejects.toThrow('gave up');
    cancelled.abort(new Error('cancelled'));
    await expect(slow).rejects.toThrow('cancelled');
    expect(await next).toEqual([{ item: 1 }]);
    await eventually(async () => expect(await openConnections()).toBe(0));
  });

  it('ends a batch that is being read when it is cancelled, and one that nobody reads on', async () => {
    const streaming = connections(1);
    const cancelled = new AbortController();
    const slow = streaming.use(
      async (connection) => {
        const rows: unknown[] = [];
        for await (const batch of connection.batches('select pg_sleep(600)')) rows.push(batch);
        return rows;
      },
      { signal: cancelled.signal },
    );
    await eventually(async () => expect(await openConnections()).toBe(1));
    cancelled.abort(new Error('cancelled'));
    await expect(slow).rejects.toThrow('cancelled');
    const first = await streaming.use(async (connection) => {
      for await (const batch of connection.batches<{ n: number }>('select generate_series(1, 5000) as n')) {
        expect(batch).toHaveLength(1_000);
        break;
      }
      return connection.rows<{ item: number }>('select 1 as item');
    });
    expect(first).toEqual([{ item: 1 }]);
    await eventually(async () => expect(await openConnections()).toBe(0));
  });
});
