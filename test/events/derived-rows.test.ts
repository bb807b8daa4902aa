import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { newId } from '#lib/ids.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createThings, DAY, type ThingKey, things } from './derived-table.js';

interface Row {
  requestedRev: number;
  doneRev: number;
  doneAt: Date | null;
  dueAt: Date | null;
  retryAt: Date | null;
  leasedUntil: Date | null;
  attempts: number;
  lastError: string | null;
}

let kernel: TestKernel;

beforeAll(async () => {
  kernel = await startKernel();
  await createThings(kernel.container.knex);
});
afterAll(() => kernel.stop());
beforeEach(async () => {
  await kernel.container.knex('derived_things').delete();
});

const run = <T>(work: (tx: Tx) => Promise<T>) => kernel.container.unitOfWork.run(kernel.ctx, work);
const keys = (count: number): ThingKey[] =>
  Array.from({ length: count }, () => ({ thingId: newId(), day: DAY }));
const request = (wanted: ThingKey[]) => run((tx) => things.request(tx, wanted));
const take = (limit = 100) => run((tx) => things.take(tx, limit));
const counts = () => things.counts(kernel.container.knex);
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

async function rowOf(key: ThingKey): Promise<Row> {
  return (await kernel.container.knex('derived_things').where(key).first()) as Row;
}

/** One row, requested and taken. */
async function taken() {
  const [key] = keys(1) as [ThingKey];
  await request([key]);
  const [row] = await take();
  if (!row) throw new Error('nothing was taken');
  return { key, row };
}

async function isDue(): Promise<boolean> {
  const { rows } = await kernel.container.knex.raw<{ rows: { due: boolean }[] }>(
    `select ${things.due} as due`,
  );
  return rows[0]?.due ?? false;
}

/** The lease ends as when its worker has died. */
const expireLeases = () =>
  kernel.container
    .knex('derived_things')
    .update({ leasedUntil: kernel.container.knex.raw(`now() - interval '1 s'`) });

describe('derived rows', () => {
  it('are taken once however often they were requested, those that wait longest first', async () => {
    const [first, second] = keys(2) as [ThingKey, ThingKey];
    await request([first]);
    await request([second, first, first]);
    expect((await take(1)).map(({ key }) => key)).toEqual([first]);
    expect((await take(5)).map(({ key, rev }) => ({ key, rev }))).toEqual([{ key: second, rev: 1 }]);
    expect(await take()).toEqual([]);
    expect(await isDue()).toBe(false);
  });

  it('are requested by a statement that selects their keys', async () => {
    const select = `select gen_random_uuid() as thing_id, ?::date as day from generate_series(1, 1000)`;
    expect(await run((tx) => things.requestSelected(tx, select, [DAY]))).toBe(1_000);
    expect(await counts()).toMatchObject({ waiting: 1_000, leased: 0 });
    expect(await take(600)).toHaveLength(600);
    expect(await counts()).toMatchObject({ waiting: 400, leased: 600 });
  });

  it('are done with their watermark, and not taken again', async () => {
    const { key, row } = await taken();
    expect(await run((tx) => things.finish(tx, [row]))).toEqual([key]);
    expect(await rowOf(key)).toMatchObject({ doneRev: 1, doneAt: row.at, leasedUntil: null, attempts: 0 });
    expect([await isDue(), await take(), await things.oldest(kernel.container.knex)]).toEqual([
      false,
      [],
      null,
    ]);
  });

  it('are passed again when they were requested during the pass', async () => {
    const { key, row } = await taken();
    await request([key]);
    expect(await take()).toEqual([]);
    await run((tx) => things.finish(tx, [row]));
    expect((await take()).map(({ rev }) => rev)).toEqual([2]);
  });

  it('are due by themselves when their boundary in time has passed', async () => {
    const { key, row } = await taken();
    await run((tx) => things.finish(tx, [{ ...row, dueAt: minutes(5) }]));
    expect(await isDue()).toBe(false);
    await kernel.container.knex('derived_things').update({ dueAt: minutes(-1) });
    expect([await isDue(), await things.oldest(kernel.container.knex)]).toEqual([true, expect.any(Date)]);
    const [again] = await take();
    expect(again).toMatchObject({ key, rev: 1 });
    expect(await isDue()).toBe(false);
    await run((tx) => things.finish(tx, again ? [again] : []));
    expect(await rowOf(key)).toMatchObject({ dueAt: null });
    expect(await isDue()).toBe(false);
  });

  it('wait after a failure, longer with each, and keep their boundary in time', async () => {
    const { key, row } = await taken();
    const dueAt = minutes(60);
    await kernel.container.knex('derived_things').update({ dueAt });
    await run((tx) => things.fail(tx, [{ ...row, error: 'no such brand' }]));
    expect(await rowOf(key)).toMatchObject({
      attempts: 1,
      lastError: 'no such brand',
      dueAt,
      leasedUntil: null,
    });
    expect([await isDue(), await take()]).toEqual([false, []]);
    expect(await counts()).toEqual({ waiting: 0, leased: 0, retrying: 1, failing: 0 });
    await kernel.container.knex('derived_things').update({ attempts: 9, retryAt: null });
    const [again] = await take();
    await run((tx) => things.fail(tx, again ? [{ ...again, error: 'still none' }] : []));
    const { retryAt } = await rowOf(key);
    expect((retryAt as Date).getTime()).toBeGreaterThan(minutes(16).getTime());
    expect(await counts()).toMatchObject({ retrying: 1, failing: 1 });
  });

  it('are tried again when the other side has said so', async () => {
    const { key, row } = await taken();
    const retryAt = minutes(2);
    await run((tx) => things.fail(tx, [{ ...row, error: '429', retryAt }]));
    expect(await rowOf(key)).toMatchObject({ retryAt });
  });

  it('are tried at once after a new request, also one made during the failing pass', async () => {
    const { key, row } = await taken();
    await run((tx) => things.fail(tx, [{ ...row, error: 'broken' }]));
    await request([key]);
    const [again] = await take();
    expect(again).toMatchObject({ rev: 2, attempts: 0 });
    await request([key]);
    await run((tx) => things.fail(tx, again ? [{ ...again, error: 'broken' }] : []));
    expect(await take()).toMatchObject([{ rev: 3, attempts: 0 }]);
  });

  it('cost no attempt when they are given back untried', async () => {
    const { key, row } = await taken();
    await run((tx) => things.release(tx, [row], minutes(1)));
    expect(await rowOf(key)).toMatchObject({ attempts: 0, lastError: null, leasedUntil: null });
    expect(await take()).toEqual([]);
    await kernel.container.knex('derived_things').update({ retryAt: null });
    const [again] = await take();
    await run((tx) => things.release(tx, again ? [again] : []));
    expect(await take()).toHaveLength(1);
  });

  it('go when their truth is gone, unless they were requested again', async () => {
    const { key, row } = await taken();
    await request([key]);
    expect(await run((tx) => things.remove(tx, [row]))).toBe(0);
    await expireLeases();
    expect(await run(async (tx) => things.remove(tx, await things.take(tx, 1)))).toBe(1);
    expect(await rowOf(key)).toBeUndefined();
  });
});

describe('a lease', () => {
  it('can be taken by key, whether or not something was requested, unless another pass holds it', async () => {
    const { key, row } = await taken();
    const lease = () => run((tx) => things.lease(tx, [key, ...keys(1)]));
    expect(await lease()).toEqual([]);
    await run((tx) => things.finish(tx, [row]));
    expect(await lease()).toMatchObject([{ key, rev: 1 }]);
  });

  it('that has expired lets another worker in, and the late result changes nothing that is newer', async () => {
    const { key, row: late } = await taken();
    await expireLeases();
    await request([key]);
    const [current] = await take();
    expect(current).toMatchObject({ key, rev: 2 });
    await run((tx) => things.fail(tx, [{ ...late, error: 'too late' }]));
    expect(await rowOf(key)).toMatchObject({ attempts: 0, lastError: null });
    expect(await run((tx) => things.extend(tx, [late]))).toEqual([]);
    const boundary = minutes(9);
    expect(await run((tx) => things.finish(tx, current ? [{ ...current, dueAt: boundary }] : []))).toEqual([
      key,
    ]);
    expect(await run((tx) => things.finish(tx, [{ ...late, dueAt: minutes(1) }]))).toEqual([]);
    expect(await rowOf(key)).toMatchObject({ doneRev: 2, doneAt: current?.at, dueAt: boundary });
  });

  it('of another worker stays when a late result is the newest so far', async () => {
    const { key, row: late } = await taken();
    await expireLeases();
    const [current] = await take();
    expect(await run((tx) => things.finish(tx, [late]))).toEqual([key]);
    expect(await run((tx) => things.lease(tx, [key]))).toEqual([]);
    expect(await run((tx) => things.extend(tx, current ? [current] : []))).toHaveLength(1);
  });

  it('ends with the work of its own pass, even when a run has done more meanwhile', async () => {
    const { key, row } = await taken();
    await request([key]);
    await run((tx) => things.finish(tx, [{ key, rev: 2, at: minutes(1) }]));
    expect(await rowOf(key)).toMatchObject({ doneRev: 2, leasedUntil: expect.any(Date) });
    expect(await run((tx) => things.finish(tx, [row]))).toEqual([]);
    expect(await rowOf(key)).toMatchObject({ doneRev: 2, leasedUntil: null });
  });
});
