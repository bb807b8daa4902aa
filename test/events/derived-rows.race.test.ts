import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createDerivedPass } from '#activities/_shared/derived-pass.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { newId } from '#lib/ids.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createThings, DAY, things } from './derived-table.js';

let kernel: TestKernel;

beforeAll(async () => {
  kernel = await startKernel();
  await createThings(kernel.container.knex);
});
afterAll(() => kernel.stop());
beforeEach(async () => {
  await kernel.container.knex.raw('truncate truth, derived_things');
});

const run = <T>(work: (tx: Tx) => Promise<T>) => kernel.container.unitOfWork.run(kernel.ctx, work);
const signal = new AbortController().signal;

/** Rows in the hands of a pass at the moment; a row twice is a lease that two hold. */
const inHand = new Set<string>();
let heldTwice = 0;
/** Leased by passes that have died. */
const orphaned = new Set<string>();
let mishap: (thingId: string) => 'none' | 'fails' | 'throws' | 'dies' = () => 'none';

/** Copies the truth, as a feature would write to another system: outside of the transaction that records it. */
const pass = () => {
  const { knex } = kernel.container;
  return createDerivedPass(kernel.container, 'things', things, async (taken) => {
    for (const { key } of taken) {
      if (inHand.has(key.thingId)) heldTwice += 1;
      inHand.add(key.thingId);
    }
    try {
      const truth = (await knex('truth').whereIn(
        'thingId',
        taken.map(({ key }) => key.thingId),
      )) as {
        thingId: string;
        value: number;
      }[];
      const fate = mishap(taken[0]?.key.thingId ?? '');
      if (fate === 'throws') throw new Error('the other side is gone');
      const failed = taken
        .filter(({ key }) => mishap(key.thingId) === 'fails')
        .map((row) => ({ ...row, error: 'bad' }));
      const finished = taken.filter(({ key }) => mishap(key.thingId) !== 'fails');
      for (const { thingId, value } of truth) {
        if (finished.some(({ key }) => key.thingId === thingId))
          await knex('derived_things').where({ thingId }).update({ made: value });
      }
      // As a worker that was killed after writing: nothing is recorded, and its leases stay.
      if (fate === 'dies') {
        for (const { key } of finished) orphaned.add(key.thingId);
        return { finished: finished.map((row) => ({ ...row, rev: 0, lease: newId() })) };
      }
      return { finished, failed };
    } finally {
      for (const { key } of taken) inHand.delete(key.thingId);
    }
  });
};

it('ends with what is true after changes, failures and deaths in any order, each row in one hand at a time', async () => {
  const { knex } = kernel.container;
  const ids = Array.from({ length: 40 }, () => newId());
  await knex('truth').insert(ids.map((thingId) => ({ thingId, value: 0 })));
  await run((tx) => things.requestSelected(tx, 'select thing_id, ?::date as day from truth', [DAY]));
  let draws = 1;
  // A fixed sequence, so that a failure can be repeated.
  const draw = (below: number) => (draws = (draws * 48_271) % 2_147_483_647) % below;
  const fates = ['none', 'none', 'none', 'fails', 'throws', 'dies'] as const;
  mishap = () => fates[draw(fates.length)] ?? 'none';
  let changing = true;

  /** Changes some of the truth in no order, and requests what follows from it in the same transaction. */
  async function change(): Promise<void> {
    for (let round = 0; round < 40; round += 1) {
      const some = Array.from({ length: 8 }, () => ids[draw(ids.length)] ?? '').sort(() => draw(3) - 1);
      await run(async (tx) => {
        await tx.raw(
          `update truth set value = value + 1 where thing_id in
             (select thing_id from truth where thing_id = any(?::uuid[]) order by thing_id for update)`,
          [some],
        );
        await things.request(
          tx,
          some.map((thingId) => ({ thingId, day: DAY })),
        );
      });
      const expired = [...orphaned].filter((thingId) => !inHand.has(thingId));
      orphaned.clear();
      await knex.raw(
        `update derived_things set leased_until = now() where thing_id in
           (select thing_id from derived_things where thing_id = any(?::uuid[]) for update skip locked)`,
        [expired],
      );
    }
  }
  async function work(): Promise<void> {
    const round = pass();
    while (changing) await round({ limit: 1 + draw(10), heartbeat: () => undefined, signal });
  }
  const workers = [work(), work(), work()];
  await Promise.all([change(), change(), change()]).finally(() => (changing = false));
  await Promise.all(workers);
  expect(heldTwice).toBe(0);

  mishap = () => 'none';
  // The dead are given up and the failed are tried again: now nothing is left over.
  await knex('derived_things').update({ leasedUntil: null, leaseId: null, retryAt: null });
  while ((await pass()({ limit: 100, heartbeat: () => undefined, signal })).taken > 0);
  const wrong = await knex('derived_things as d')
    .join('truth as t', 't.thingId', 'd.thingId')
    .whereRaw('d.made is distinct from t.value or d.done_rev < d.requested_rev');
  expect(wrong).toEqual([]);
  expect(await things.counts(knex)).toEqual({ waiting: 0, leased: 0, retrying: 0, failing: 0 });
});

it('sees a change that commits after the lease and before the result, and one that was open all the while', async () => {
  const { knex } = kernel.container;
  mishap = () => 'none';
  const thingId = newId();
  await knex('truth').insert({ thingId, value: 1 });
  await run((tx) => things.request(tx, [{ thingId, day: DAY }]));
  let commit: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (commit = resolve));
  let written: () => void = () => undefined;
  const wrote = new Promise<void>((resolve) => (written = resolve));
  const changing = run(async (tx) => {
    await tx('truth').where({ thingId }).update({ value: 2 });
    await things.request(tx, [{ thingId, day: DAY }]);
    written();
    await held;
  });
  await wrote;
  // The row is locked by that transaction: a round leaves it alone instead of waiting.
  expect(await pass()({ limit: 10, heartbeat: () => undefined, signal })).toEqual({ taken: 0, failed: 0 });
  commit();
  await changing;
  expect(await pass()({ limit: 10, heartbeat: () => undefined, signal })).toEqual({ taken: 1, failed: 0 });
  expect(await knex('derived_things').first('made', 'doneRev')).toEqual({ made: 2, doneRev: 2 });
});
