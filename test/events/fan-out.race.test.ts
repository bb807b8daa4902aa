import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createFanOutHandler, createFanOutPass } from '#activities/_shared/fan-out.js';
import type { DueDelivery } from '#db/events/events.repository.js';
import { fanOutBacklog, fanOutsDue } from '#db/events/fan-outs.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { newId } from '#lib/ids.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createThings, DAY, type ThingKey, things } from './derived-table.js';

const NAME = 'things-fan-out';
const SELECT = 'select thing_id, ?::date as day from truth where value = ?';
let kernel: TestKernel;
/** Throws where a worker is killed; asked after each chunk was requested, before it commits. */
let mishap: () => void = () => undefined;

const keysOf = ({ payload }: { payload: Record<string, unknown> }) =>
  payload['brand'] === undefined ? null : { select: SELECT, bindings: [DAY, payload['brand'] as number] };

beforeAll(async () => {
  kernel = await startKernel();
  await createThings(kernel.container.knex);
});
afterAll(() => kernel.stop());
beforeEach(async () => {
  mishap = () => undefined;
  await kernel.container.knex.raw('truncate truth, derived_things, events_fan_outs');
});

const signal = new AbortController().signal;
const round = (aborted?: AbortSignal) =>
  createFanOutPass<ThingKey>(
    kernel.container,
    NAME,
    {
      requestAfter: async (tx: Tx, ...rest) => {
        const last = await things.requestAfter(tx, ...rest);
        mishap();
        return last;
      },
    },
    keysOf,
  )({ limit: 500, heartbeat: () => undefined, signal: aborted ?? signal });

/** A brand with so many products. */
async function seed(brand: number, count: number): Promise<void> {
  await kernel.container.knex.raw(
    `insert into truth (thing_id, value) select gen_random_uuid(), ? from generate_series(1, ?)`,
    [brand, count],
  );
}

async function renamed(...brands: (number | undefined)[]): Promise<void> {
  const deliveries = brands.map((brand, id) => ({
    id,
    subscription: NAME,
    attempts: 0,
    event: {
      id: newId(),
      type: 'brand.renamed',
      entityId: newId(),
      payload: brand === undefined ? {} : { brand },
      actor: { kind: 'system', name: 'test' },
      requestId: 'r',
      createdAt: new Date(),
    },
  })) as unknown as DueDelivery[];
  const outcomes = await createFanOutHandler(
    kernel.container,
    NAME,
    keysOf,
  )(deliveries, {
    signal,
    heartbeat: () => undefined,
  });
  expect(outcomes).toEqual(deliveries.map(({ id }) => ({ id })));
}

async function requested(brand: number): Promise<{ rows: number; revs: number }> {
  const { rows } = await kernel.container.knex.raw<{ rows: { rows: number; revs: number }[] }>(
    `select count(*)::int as rows, coalesce(sum(requested_rev), 0)::int as revs
     from derived_things join truth using (thing_id) where value = ?`,
    [brand],
  );
  return rows[0] as { rows: number; revs: number };
}

async function isDue(): Promise<boolean> {
  const { rows } = await kernel.container.knex.raw<{ rows: { due: boolean }[] }>(
    `select ${fanOutsDue(NAME)} as due`,
  );
  return rows[0]?.due ?? false;
}

const open = () => kernel.container.knex('events_fan_outs').count({ n: '*' });
const NONE = [{ n: 0 }];

/** Rounds until nothing is left; what failed is tried again at once. */
async function untilDone(workers: number): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) {
    await Promise.all(Array.from({ length: workers }, () => round()));
    if (JSON.stringify(await open()) === JSON.stringify(NONE)) return;
    await kernel.container.knex('events_fan_outs').update({ dueAt: kernel.container.knex.raw('now()') });
  }
  throw new Error('the fan-out does not end');
}

it('requests each of 100,000 keys once, by two workers, in chunks', async () => {
  await seed(1, 100_000);
  await seed(2, 10);
  await renamed(1, undefined);
  expect(await isDue()).toBe(true);
  await Promise.all([round(), round()]);
  await untilDone(2);
  expect(await requested(1)).toEqual({ rows: 100_000, revs: 100_000 });
  expect(await requested(2)).toEqual({ rows: 0, revs: 0 });
  expect(await isDue()).toBe(false);
});

it('loses no key and requests none twice when chunks are lost at any point', async () => {
  await seed(1, 5_000);
  await renamed(1);
  let chunks = 0;
  mishap = () => {
    chunks += 1;
    if (chunks % 3 !== 0) throw new Error('killed');
  };
  await untilDone(1);
  expect(await requested(1)).toEqual({ rows: 5_000, revs: 5_000 });
});

it('goes on from its cursor after a stop, and lets a small one in between', async () => {
  await seed(1, 3_000);
  await seed(2, 100);
  await renamed(1);
  const stop = new AbortController();
  let chunks = 0;
  mishap = () => {
    chunks += 1;
    if (chunks === 2) stop.abort();
  };
  await round(stop.signal);
  expect(await requested(1)).toEqual({ rows: 1_000, revs: 1_000 });
  await renamed(2);
  const second = new AbortController();
  mishap = () => {
    chunks += 1;
    if (chunks === 4) second.abort();
  };
  await round(second.signal);
  expect((await requested(2)).rows).toBe(100);
  mishap = () => undefined;
  await untilDone(1);
  expect(await requested(1)).toEqual({ rows: 3_000, revs: 3_000 });
});

it('expands equal events once, and once more when one comes in the middle', async () => {
  await seed(1, 1_200);
  await renamed(1, 1, 1);
  expect(await open()).toEqual([{ n: 1 }]);
  const stop = new AbortController();
  mishap = () => stop.abort();
  await round(stop.signal);
  await renamed(1);
  await renamed(1);
  mishap = () => undefined;
  await untilDone(1);
  expect(await requested(1)).toEqual({ rows: 1_200, revs: 2_400 });
});

it('backs off after a failure, says why, and is no longer due', async () => {
  await seed(1, 10);
  await renamed(1);
  mishap = () => {
    throw new Error('the disk is full');
  };
  expect(await round()).toEqual({ taken: 1, failed: 1 });
  expect(await isDue()).toBe(false);
  const [row] = (await kernel.container.knex('events_fan_outs')) as { lastError: string; attempts: number }[];
  expect(row).toMatchObject({ lastError: 'the disk is full', attempts: 1 });
  expect(await fanOutBacklog(NAME).counts(kernel.container.knex)).toMatchObject({ waiting: 0, retrying: 1 });
  expect(await fanOutBacklog(NAME).oldest(kernel.container.knex)).toBeInstanceOf(Date);
});
