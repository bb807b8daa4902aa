import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { beforeCommit, type Tx } from '#db/kernel/unit-of-work.js';
import { defineEvent } from '#domain/_shared/event.js';
import { createOutbox } from '#events/outbox.js';
import { drain } from '#events/subscription.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

const happened = defineEvent<{ n: number }>('step.happened', 'step', 'Something happened');
const noticed = defineEvent<{ n: number }>('step.noticed', 'step', 'Somebody noticed');
const ignored = defineEvent<{ n: number }>('step.ignored', 'step', 'Nobody cares');
const outbox = createOutbox([
  drain('first', [happened], 'core'),
  drain('second', [happened, noticed], 'core'),
]);

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());
beforeEach(() => kernel.container.knex('outbox_events').delete());

const append = (tx: Tx, event: typeof happened, n: number) =>
  outbox.append(tx, kernel.ctx, event, `step-${n}`, { n });

const events = async (reader = kernel.container.knex) =>
  (await reader('outbox_events').count({ n: '*' }).first()) as { n: number };

it('writes the events of a unit of work at its end, in their order, each for those who subscribe to it', async () => {
  const { unitOfWork, knex } = kernel.container;
  await unitOfWork.run(kernel.ctx, async (tx) => {
    append(tx, noticed, 1);
    append(tx, happened, 2);
    outbox.appendAll(tx, kernel.ctx, noticed, [{ entityId: 'step-3', payload: { n: 3 } }]);
    append(tx, ignored, 4);
    expect(await events(tx)).toEqual({ n: 0 });
  });
  expect(await events()).toEqual({ n: 4 });
  const deliveries = (await knex('outbox_deliveries').orderBy('id').select('subscription', 'entityId')) as {
    subscription: string;
    entityId: string;
  }[];
  const of = (name: string) =>
    deliveries.flatMap((item) => (item.subscription === name ? item.entityId : []));
  expect([of('first'), of('second')]).toEqual([['step-2'], ['step-1', 'step-2', 'step-3']]);
});

it('writes them once when the unit of work had to be tried again', async () => {
  let attempts = 0;
  await kernel.container.unitOfWork.run(kernel.ctx, (tx) => {
    attempts += 1;
    append(tx, happened, attempts);
    if (attempts === 1) throw Object.assign(new Error('lost a deadlock'), { code: '40P01' });
  });
  expect([attempts, await events()]).toEqual([2, { n: 1 }]);
});

it('loses nothing silently: what comes too late, or outside of a unit of work, is refused', async () => {
  const { unitOfWork, knex } = kernel.container;
  const late = unitOfWork.run(kernel.ctx, (tx) => {
    append(tx, happened, 1);
    beforeCommit(tx, () => Promise.resolve(void append(tx, happened, 2)));
  });
  await expect(late).rejects.toThrow('is about to commit');
  await expect(knex.transaction(async (tx) => append(tx as Tx, happened, 3))).rejects.toThrow(
    'was not opened by a unit of work',
  );
  expect(await events()).toEqual({ n: 0 });
});

it('hands an event over once its transaction has committed, before the unit of work returns', async () => {
  const { unitOfWork, knex } = kernel.container;
  const seen: string[] = [];
  const handing = createOutbox([drain('first', [happened], 'core')], async (event) => {
    // Committed by now: another connection sees it.
    const row = (await knex('outbox_events').where({ id: event.id }).first('entityId')) as
      | { entityId: string }
      | undefined;
    seen.push(row?.entityId ?? 'not committed');
  });
  const hand = (tx: Tx, n: number) =>
    handing.append(tx, kernel.ctx, happened, `step-${n}`, { n }, { handOver: true });
  let attempts = 0;
  const result = await unitOfWork.run(kernel.ctx, (tx) => {
    attempts += 1;
    hand(tx, attempts);
    if (attempts === 1) throw Object.assign(new Error('lost a deadlock'), { code: '40P01' });
    return 'done';
  });
  expect([result, seen]).toEqual(['done', ['step-2']]);
  const failed = unitOfWork.run(kernel.ctx, (tx) => {
    hand(tx, 3);
    throw new Error('refused');
  });
  await expect(failed).rejects.toThrow('refused');
  expect(seen).toEqual(['step-2']);
});

it('leaves the deliveries of a handed over event to the relay as the net, some seconds later', async () => {
  const { unitOfWork, knex } = kernel.container;
  const subscriptions = [drain('first', [happened], 'core')];
  const delays = async () => {
    const { rows } = await knex.raw<{ rows: { late: boolean }[] }>(
      'select next_attempt_at > now() as late from outbox_deliveries order by id',
    );
    return rows.map(({ late }) => late);
  };
  const options = { handOver: true };
  for (const target of [createOutbox(subscriptions, () => Promise.resolve()), createOutbox(subscriptions)])
    await unitOfWork.run(kernel.ctx, (tx) =>
      target.append(tx, kernel.ctx, happened, 'step-1', { n: 1 }, options),
    );
  expect(await delays()).toEqual([true, false]);
});
