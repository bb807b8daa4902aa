import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createWorkQueue } from '#db/kernel/work-queue.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { QueueTable } from '#db/kernel/work-queue-sql.js';
import { newId } from '#lib/ids.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

interface Job {
  id: number;
  leaseId: string;
}

const jobs: QueueTable = {
  name: 'jobs',
  key: { id: 'bigint' },
  scope: ['queue'],
  open: `q.state = 'open'`,
  notBefore: 'greatest(q.not_before, q.leased_until)',
  order: 'q.id',
  lease: { until: 'leased_until', id: 'lease_id', seconds: 60 },
  putOff: 'not_before',
  backoff: { firstSeconds: 2, maxSeconds: 600 },
  columns: ['id', 'leaseId'],
};
const queue = createWorkQueue<Job>(jobs);
const scope = { queue: 'a' };

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
  await kernel.container.knex.raw(`
    create table jobs (
      id bigint generated always as identity primary key, queue text not null default 'a', owner text not null,
      state text not null default 'open', not_before timestamptz not null default now(), attempts integer not null default 0,
      last_error text, lease_id uuid, leased_until timestamptz, claimed_by bigint
    )`);
});
afterAll(() => kernel.stop());
beforeEach(() => kernel.container.knex.raw('truncate jobs restart identity'));

const write = (...owners: string[]) =>
  kernel.container.knex('jobs').insert(owners.map((owner) => ({ owner })));
const claim = (limit: number, of = queue, number?: number) =>
  kernel.container.unitOfWork.run(kernel.ctx, (tx) =>
    of.claim(tx, { scope, limit, ...(number && { number }) }),
  );
const ids = (rows: Job[]) => rows.map(({ id }) => id).sort((a, b) => a - b);
const run = <T>(work: (tx: Tx) => Promise<T>) => kernel.container.unitOfWork.run(kernel.ctx, work);

it('claims each row once, however many claim at the same moment', async () => {
  await write(...Array.from({ length: 50 }, () => 'x'));
  const claims = await Promise.all(Array.from({ length: 10 }, () => claim(10)));
  expect(ids(claims.flat())).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  expect(await claim(10)).toEqual([]);
});

it('takes a row again once its lease has ended, and not before', async () => {
  const { knex } = kernel.container;
  await write('x', 'x');
  expect(ids(await claim(1))).toEqual([1]);
  expect(ids(await claim(5))).toEqual([2]);
  await knex('jobs').where({ id: 1 }).update({ leasedUntil: knex.fn.now() });
  expect(ids(await claim(5))).toEqual([1]);
});

it('gives a lease back untried, extends it, and knows what it still holds', async () => {
  const { knex } = kernel.container;
  await write('x', 'x');
  const [first] = await claim(2);
  const lease = first?.leaseId ?? '';
  const until = new Date(Date.now() + 3_600_000);
  expect(ids(await run((tx) => queue.extend(tx, lease, until)))).toEqual([1, 2]);
  await knex('jobs').where({ id: 1 }).update({ leaseId: null });
  expect(ids(await run((tx) => queue.extend(tx, lease, until)))).toEqual([2]);
  expect(ids(await run((tx) => queue.giveBack(tx, lease)))).toEqual([2]);
  expect(ids(await claim(2))).toEqual([2]);
  expect(await knex('jobs').pluck('attempts')).toEqual([0, 0]);
});

it('puts failures off for twice as long each time, and counts what waits', async () => {
  const { knex } = kernel.container;
  await write('x', 'x', 'x');
  await knex('jobs').where({ id: 2 }).update({ attempts: 20 });
  for (const id of [1, 2]) await run((tx) => queue.fail(tx, { id }, 'refused'));
  const { rows } = await knex.raw<{ rows: { delay: number; attempts: number; lastError: string }[] }>(
    `select round(extract(epoch from not_before - now())) as delay, attempts, last_error from jobs where id < 3 order by id`,
  );
  expect(rows.map(({ delay, attempts, lastError }) => [Number(delay), attempts, lastError])).toEqual([
    [2, 1, 'refused'],
    [600, 21, 'refused'],
  ]);
  expect(await queue.counts(knex, scope)).toEqual({ waiting: 1, leased: 0, retrying: 2, failing: 1 });
  expect(ids(await claim(5))).toEqual([3]);
  expect(await queue.counts(knex, scope)).toEqual({ waiting: 0, leased: 1, retrying: 2, failing: 1 });
  const due = async () =>
    (await knex.raw<{ rows: { due: boolean }[] }>(`select ${queue.due(scope)} as due`)).rows[0]?.due;
  expect(await due()).toBe(false);
  await knex('jobs').update({ notBefore: knex.fn.now() });
  expect(await due()).toBe(true);
});

it('keeps the order of each owner: a row waits for the earlier ones of its owner', async () => {
  const ordered = createWorkQueue<Job>({ ...jobs, orderPer: ['owner'], heldUpBy: `q.state <> 'done'` });
  await write('x', 'x', 'y', 'x');
  expect(ids(await claim(10, ordered))).toEqual([1, 3]);
  expect(await claim(10, ordered)).toEqual([]);
  await kernel.container.knex('jobs').where({ id: 1 }).update({ state: 'done' });
  expect(ids(await claim(10, ordered))).toEqual([2]);
});

it('lets owners take turns, so that many rows of one do not hold up the few of another', async () => {
  const fair = createWorkQueue<Job>({ ...jobs, turns: { between: ['owner'] } });
  await write(...Array.from({ length: 20 }, () => 'x'), 'y', 'z');
  expect(ids(await claim(4, fair))).toEqual([1, 2, 21, 22]);
  expect(ids(await claim(4, fair))).toEqual([3, 4, 5, 6]);
});

it('leases at most so many rows of one owner at once, also when claims race', async () => {
  const few = createWorkQueue<Job>({ ...jobs, turns: { between: ['owner'], atOnce: 2 } });
  await write(...Array.from({ length: 10 }, () => 'x'), 'y');
  const claims = await Promise.all([1, 2, 3, 4].map(() => claim(2, few)));
  expect(ids(claims.flat())).toEqual([1, 2, 11]);
  await kernel.container.knex('jobs').where({ id: 1 }).update({ state: 'done', leasedUntil: null });
  expect(ids(await claim(5, few))).toEqual([3]);
});

it('leases ahead of an owner that one process has to itself, and keeps to the limit beside another', async () => {
  const of = `select distinct owner from jobs`;
  const turns = { between: ['owner'], atOnce: 2, ahead: 6, of };
  const ahead = createWorkQueue<Job>({ ...jobs, turns });
  const [mine, other] = [newId(), newId()];
  const lease = (leaseId: string, wanted: Record<string, number>) =>
    run((tx) => ahead.claim(tx, { scope, limit: 50, leaseId, ahead: wanted })).then(ids);
  await write(...Array.from({ length: 12 }, () => 'x'), 'y', 'y', 'y');
  expect(await lease(mine, { x: 4 })).toEqual([1, 2, 3, 4, 13, 14]);
  expect(await lease(other, { x: 6, y: 6 })).toEqual([]);
  // Never more than the queue allows.
  expect(await lease(mine, { x: 99 })).toEqual([5, 6]);
  await kernel.container
    .knex('jobs')
    .whereIn('id', [1, 2, 3, 4, 5])
    .update({ state: 'done', leasedUntil: null });
  expect(await lease(other, { x: 6 })).toEqual([7]);
  // Somebody else has rows of it now.
  expect(await lease(mine, { x: 6 })).toEqual([]);
});

it('claims nothing under another number than that of its holder', async () => {
  const held = createWorkQueue<Job>({ ...jobs, holder: { column: 'claimed_by', isValid: '(7 = ?)' } });
  await write('x');
  expect(await claim(5, held, 6)).toEqual([]);
  expect(ids(await claim(5, held, 7))).toEqual([1]);
  expect(await kernel.container.knex('jobs').pluck('claimed_by')).toEqual([7]);
});
