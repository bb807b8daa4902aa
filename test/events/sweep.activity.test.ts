import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createEventsSweepActivities } from '#activities/events/events-sweep.activities.js';
import { createDeliveriesRepository } from '#db/events/deliveries.repository.js';
import { newId } from '#lib/ids.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

const DAY = 24 * 3_600_000;
const ago = (days: number) => new Date(Date.now() - days * DAY);

let kernel: TestKernel;

beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

function sweep() {
  const deliveries = createDeliveriesRepository(kernel.container.knex);
  const { sweepDeliveredEvents } = createEventsSweepActivities({ ...kernel.container, deliveries });
  return new MockActivityEnvironment().run(sweepDeliveredEvents, { keepDays: 7 });
}

/** An event of so many days ago, with a delivery in each of the given states. */
async function event(daysAgo: number, states: readonly string[]): Promise<string> {
  const { knex } = kernel.container;
  const id = newId();
  await knex('outbox_events').insert({
    id,
    type: 'orders.confirmed',
    entityId: newId(),
    payload: '{}',
    actor: JSON.stringify({ type: 'system', id: 'test' }),
    requestId: 'test',
    createdAt: ago(daysAgo),
  });
  for (const [index, state] of states.entries())
    await knex('outbox_deliveries').insert({
      eventId: id,
      subscription: `s${index}`,
      entityId: newId(),
      state,
    });
  return id;
}

it('deletes events that nobody waits for and keys whose day has passed, once', async () => {
  const { knex } = kernel.container;
  const gone = [await event(8, ['delivered', 'delivered']), await event(8, [])];
  const staying = [
    await event(8, ['delivered', 'due']),
    await event(8, ['parked']),
    await event(6, ['delivered']),
  ];
  const key = { principal: 'user', operation: 'placeOrder', bodyHash: 'x' };
  await knex('idempotency_keys').insert([
    { ...key, key: 'old', expiresAt: ago(1) },
    { ...key, key: 'new', expiresAt: ago(-1) },
  ]);

  expect(await sweep()).toEqual({ events: 2, keys: 1 });
  const left = (await knex('outbox_events')
    .whereIn('id', [...gone, ...staying])
    .pluck('id')) as string[];
  expect(left.sort()).toEqual([...staying].sort());
  expect(await knex('outbox_deliveries').whereIn('eventId', gone)).toEqual([]);
  expect(await knex('idempotency_keys').pluck('key')).toEqual(['new']);
  expect(await sweep()).toEqual({ events: 0, keys: 0 });
});
