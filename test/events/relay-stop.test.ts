import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createRelay } from '#events/relay.js';
import { eventually } from '../_support/eventually.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

interface Timer {
  _destroyed: boolean;
  _idleTimeout: number;
  hasRef(): boolean;
}

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

it('a relay that stops leaves no timer that keeps its process alive', async () => {
  const { knex, config } = kernel.container;
  const timers: Timer[] = [];
  // Timers of the relay alone: the database and the engine have their own.
  const hook = createHook({
    init(_id, type, _trigger, timer) {
      if (type === 'Timeout' && new Error().stack?.includes('events/relay')) timers.push(timer as Timer);
    },
  }).enable();
  const relay = createRelay({ ...kernel.container, databaseUrl: config.DATABASE_URL, subscriptions: [] });
  relay.start();
  await eventually(async () => {
    const row = (await knex('outbox_relay').first('holder')) as { holder: string | null } | undefined;
    expect(row?.holder).toEqual(expect.any(String));
    expect(timers).not.toEqual([]);
  });
  await relay.stop();
  hook.disable();
  const left = timers.filter((timer) => !timer._destroyed && timer.hasRef());
  expect(left.map(({ _idleTimeout }) => _idleTimeout)).toEqual([]);
});
