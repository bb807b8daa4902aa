import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createLeaseHolder, type HeldLease, type LeaseHolder } from '#db/kernel/held-lease.js';
import { relayLease } from '#db/events/relay-lease.repository.js';
import { defineEvent } from '#domain/_shared/event.js';
import { createOutbox } from '#events/outbox.js';
import { each } from '#events/subscription.js';
import { type DatabaseProxy, startDatabaseProxy } from '../_support/database-proxy.js';
import { eventually } from '../_support/eventually.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

const happened = defineEvent<{ n: number }>('lease.happened', 'lease', 'Something happened');
const outbox = createOutbox([each('leased', [happened], () => null)]);

let kernel: TestKernel;
let proxy: DatabaseProxy;
const open: LeaseHolder[] = [];

beforeAll(async () => {
  kernel = await startKernel();
  proxy = await startDatabaseProxy(kernel.container.config.DATABASE_URL);
});
afterAll(async () => {
  await proxy.cut();
  await kernel.stop();
});
beforeEach(async () => {
  for (const lease of open.splice(0)) await lease.close();
  await kernel.container.knex('outbox_relay').delete();
  await kernel.container.knex('outbox_events').delete();
});

function newRelay(options: Partial<Parameters<typeof createLeaseHolder>[1]> = {}): LeaseHolder {
  const { config, logger } = kernel.container;
  const relay = createLeaseHolder(relayLease, { databaseUrl: config.DATABASE_URL, logger, ...options });
  open.push(relay);
  return relay;
}

async function take(relay: LeaseHolder): Promise<HeldLease> {
  const { lease } = await relay.take();
  if (!lease) throw new Error('The lease belongs to another relay');
  return lease;
}

/** Takes it as a relay on standby does. */
async function takeOnceFree(relay: LeaseHolder): Promise<HeldLease> {
  for (;;) {
    const taken = await relay.take().catch(() => ({ lease: null, retryMs: 100 }));
    if (taken.lease) return taken.lease;
    await sleep(taken.retryMs);
  }
}

const row = async () =>
  (await kernel.container.knex('outbox_relay').first('holder', 'number')) as { number: number };

it('belongs to one relay, and to the next as soon as it is released', async () => {
  const [first, second] = [newRelay(), newRelay()];
  const held = await take(first);
  expect([held.number, held.isSure()]).toEqual([1, true]);
  const refused = await second.take();
  expect(refused).toMatchObject({ lease: null });
  expect('retryMs' in refused && refused.retryMs).toBeLessThanOrEqual(1_000);
  await held.release();
  expect([held.isSure(), held.isLost()]).toEqual([false, true]);
  const next = await take(second);
  expect(next.number).toBe(2);
  await next.release();
});

it('lasts as long as its holder heartbeats, and is taken within five seconds of its last one', async () => {
  const [cut, standby] = [newRelay({ databaseUrl: proxy.url }), newRelay()];
  const held = await take(cut);
  await sleep(4_500);
  expect([held.isSure(), await standby.take()]).toMatchObject([true, { lease: null }]);
  await proxy.cut();
  const left = kernel.container.knex.raw('extract(epoch from until - clock_timestamp()) * 1000 as left');
  const lease = (await kernel.container.knex('outbox_relay').first(left)) as { left: string };
  expect(Number(lease.left)).toBeLessThanOrEqual(5_000);
  const next = await takeOnceFree(standby);
  expect([next.number, held.isSure()]).toEqual([2, false]);
  await proxy.restore();
  await eventually(async () => expect(held.isLost()).toBe(true));
  await next.release();
});

it('is claimed and marked by its number alone', async () => {
  const { unitOfWork, events, knex } = kernel.container;
  const [first, second] = [newRelay(), newRelay()];
  const held = await take(first);
  await unitOfWork.run(kernel.ctx, (tx) => {
    for (const n of [1, 2, 3]) outbox.append(tx, kernel.ctx, happened, `lease-${n}`, { n });
  });
  const claimed = await events.claimHeads(['leased'], 10, held.number);
  expect(claimed.map(({ claimedBefore }) => claimedBefore)).toEqual([false, false, false]);
  // Without a heartbeat, as while its process stands still.
  await knex('outbox_relay').update({ until: knex.fn.now() });
  const next = await take(second);
  expect(await events.claimHeads(['leased'], 10, held.number)).toEqual([]);
  const ids = claimed.map(({ id }) => id);
  await events.markDelivered(ids, held.number);
  await events.markFailed([{ id: ids[0] ?? 0, error: 'late' }], held.number);
  await events.giveBack(ids, held.number);
  const states = () => knex('outbox_deliveries').orderBy('id').select('state', 'attempts', 'claimedBy');
  expect(await states()).toEqual(ids.map(() => ({ state: 'due', attempts: 0, claimedBy: 1 })));
  const again = await events.claimHeads(['leased'], 10, next.number);
  expect(again.map(({ claimedBefore }) => claimedBefore)).toEqual([true, true, true]);
  await events.markDelivered(ids.slice(0, 1), next.number);
  await events.giveBack(ids.slice(2), next.number);
  expect(await states()).toEqual([
    { state: 'delivered', attempts: 0, claimedBy: 2 },
    { state: 'due', attempts: 0, claimedBy: 2 },
    { state: 'due', attempts: 0, claimedBy: null },
  ]);
  for (const lease of [held, next]) await lease.release();
});

it('is in doubt when either clock has moved on, and sure again after a heartbeat', async () => {
  const ahead = { monotonic: 0, wall: 0 };
  const clocks = {
    monotonic: () => performance.now() + ahead.monotonic,
    wall: () => Date.now() + ahead.wall,
  };
  const held = await take(newRelay({ clocks }));
  for (const moved of [
    { monotonic: 3_000, wall: 3_000 }, // the process stood still
    { monotonic: 0, wall: 3_000 }, // the machine was suspended
    { monotonic: 0, wall: -1_000 }, // the wall clock was set
  ]) {
    expect(held.isSure()).toBe(true);
    Object.assign(ahead, { monotonic: ahead.monotonic + moved.monotonic, wall: ahead.wall + moved.wall });
    expect(held.isSure()).toBe(false);
    expect(() => held.assertSure()).toThrow('not sure');
    await held.settled();
    expect([held.isSure(), held.isLost(), (await row()).number]).toEqual([true, false, 1]);
  }
  await held.release();
});

it('keeps its number for a holder that takes it again without knowing that it has it', async () => {
  const relay = newRelay();
  const held = await take(relay);
  expect((await take(relay)).number).toBe(held.number);
  await held.release();
});

it('changes its holder at most once when the server stands still for longer than it lasts', async () => {
  const relays = [1, 2, 3].map(() => newRelay({ databaseUrl: proxy.url }));
  const [first, ...others] = relays as [LeaseHolder, ...LeaseHolder[]];
  const held = await take(first);
  const stop = { now: false };
  const taken: HeldLease[] = [];
  const standbys = others.map(async (relay) => {
    while (!stop.now) {
      const next = await relay.take().catch(() => ({ lease: null, retryMs: 100 }));
      if (next.lease) taken.push(next.lease);
      await (next.lease ? sleep(100) : sleep(next.retryMs));
      if (next.lease) return;
    }
  });
  await sleep(300);
  proxy.freeze();
  await sleep(6_000);
  expect([held.isSure(), taken.length]).toEqual([false, 0]);
  proxy.thaw();
  await sleep(6_000);
  const { number } = await row();
  expect(number).toBeLessThanOrEqual(2);
  const sure = [held, ...taken].filter((lease) => lease.isSure());
  expect(sure.map((lease) => lease.number)).toEqual([number]);
  stop.now = true;
  await Promise.all(standbys);
  for (const lease of [held, ...taken]) await lease.release();
});
