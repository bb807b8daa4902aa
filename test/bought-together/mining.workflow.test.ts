import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { holdUpdates } from '../_support/gate.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { type BasketShop, createBasketShop } from './basket-shop.js';

let platform: TestPlatform;
let shop: BasketShop;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'indexing'] });
  shop = await createBasketShop(platform.container);
});
afterAll(() => platform.stop());

it('a refresh mines the orders and says when', async () => {
  const { token } = await createSession(platform.container, { roles: ['superAdmin'] });
  const admin = platform.http.as(token);
  await shop.orders(3, 'AB');
  const { body } = await admin.post<{ jobId: string }>('/admin/fbt/refresh', {});
  const run = platform.container.gateway.client.workflow.getHandle(body.data.jobId);
  await run.result();
  // The request that began the run is no reason for another one.
  expect((await run.describe()).raw.workflowExecutionInfo?.firstRunId).toBe((await run.describe()).runId);
  expect(Object.keys(await shop.pairs()).sort()).toEqual(['A>B', 'B>A']);
  const state = await admin.get<{ computedAt: string; orders: number; pairs: number }>('/admin/fbt');
  expect(state.body.data).toMatchObject({ orders: 3, pairs: 2, lastError: null });
  expect(Date.now() - Date.parse(state.body.data.computedAt)).toBeLessThan(60_000);
});

it('a request while a run is ending is followed by another run, and loses no order', async () => {
  const { token } = await createSession(platform.container, { roles: ['superAdmin'] });
  const admin = platform.http.as(token);
  const gate = await holdUpdates(platform.container.config.DATABASE_URL, 'bought_together_state', 'true');
  const { body } = await admin.post<{ jobId: string }>('/admin/fbt/refresh', {});
  await gate.reached();
  await shop.orders(3, 'CD');
  const responses = await Promise.all(Array.from({ length: 5 }, () => admin.post('/admin/fbt/refresh', {})));
  expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
  await gate.open();
  const run = platform.container.gateway.client.workflow.getHandle(body.data.jobId);
  await run.result();
  expect(Object.keys(await shop.pairs()).sort()).toEqual(['A>B', 'B>A', 'C>D', 'D>C']);
});
