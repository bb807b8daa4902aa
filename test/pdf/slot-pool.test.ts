import { expect, test } from '@jest/globals';
import { SlotPool } from '#integrations/pdf/slot-pool.js';

test('hands out places in the order of asking', async () => {
  const pool = new SlotPool(['only']);
  const order: string[] = [];
  await pool.take();
  const waiting = ['first', 'second'].map((name) => pool.take().then(() => order.push(name)));
  pool.give('only');
  await waiting[0];
  pool.give('only');
  await waiting[1];
  expect(order).toEqual(['first', 'second']);
});

test('who gives up waiting is passed over', async () => {
  const pool = new SlotPool(['only']);
  await pool.take();
  const controller = new AbortController();
  const first = pool.take(controller.signal);
  const second = pool.take();
  controller.abort(new Error('too long'));
  await expect(first).rejects.toThrow('too long');
  pool.give('only');
  await expect(second).resolves.toBe('only');
  await expect(pool.take(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});

test('an abort after the place was given changes nothing', async () => {
  const pool = new SlotPool(['only']);
  await pool.take();
  const controller = new AbortController();
  const next = pool.take(controller.signal);
  pool.give('only');
  await expect(next).resolves.toBe('only');
  controller.abort();
  const last = pool.take();
  pool.give('only');
  await expect(last).resolves.toBe('only');
});
