import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { remindAbandonedCarts } from '#workflows/abandoned-carts/abandoned-carts.contract.js';
import { createReminderShopCarts } from './reminder-carts.js';
import { type ReminderShop, startReminderShop } from './reminder-shop.js';

let shop: ReminderShop;

beforeAll(async () => {
  shop = await startReminderShop();
  await shop.startWorkers(['core']);
});
afterAll(() => shop.stop());

it('a run finds what was changed and writes what is due; the next one finds nothing to do', async () => {
  const carts = createReminderShopCarts(shop);
  const { buyer } = await carts.filled();
  const { gateway } = shop.container;
  const run = async () => {
    const { workflowId } = await gateway.start(remindAbandonedCarts, {});
    return (await gateway.client.workflow.getHandle(workflowId).result()) as { read: number; sent: number };
  };
  shop.move(0.2);
  expect(await run()).toEqual({ read: 1, sent: 0, status: 'ok', reason: null });
  shop.move(1);
  expect(await run()).toEqual({ read: 0, sent: 1, status: 'ok', reason: null });
  expect(await run()).toEqual({ read: 0, sent: 0, status: 'ok', reason: null });
  expect(await shop.mails(buyer.email)).toHaveLength(1);
});
