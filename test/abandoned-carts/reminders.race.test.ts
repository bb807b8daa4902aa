import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createAbandonedCartsActivities } from '#activities/abandoned-carts/abandoned-carts.activities.js';
import { eventually } from '../_support/eventually.js';
import { createReminderShopCarts } from './reminder-carts.js';
import { type ReminderShop, startReminderShop } from './reminder-shop.js';

let shop: ReminderShop;
let carts: ReturnType<typeof createReminderShopCarts>;

beforeAll(async () => {
  shop = await startReminderShop();
  carts = createReminderShopCarts(shop);
});
afterAll(() => shop.stop());
afterEach(() => shop.container.knex('abandoned_carts_waiting').delete());

async function untilSomebodyWaits(): Promise<void> {
  await eventually(async () => {
    const { rows } = await shop.container.knex.raw<{ rows: { n: number }[] }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows[0]?.n).toBeGreaterThan(0);
  });
}

it('an order that is being placed while the reminder is due prevents the reminder', async () => {
  const { buyer, cart } = await carts.filled();
  await shop.watch();
  const order = await shop.container.knex.transaction();
  await order('carts').where({ id: cart.id }).forUpdate().select('id');
  const running = shop.after(1);
  await untilSomebodyWaits();
  await order('carts').where({ id: cart.id }).update({ status: 'ordered' });
  await order.commit();
  expect(await running).toBe(0);
  expect(await shop.mails(buyer.email)).toEqual([]);
  expect(await carts.waiting(cart.id)).toBe(false);
});

it('runs at one moment write to nobody twice, also to the buyer of two carts', async () => {
  const given = [];
  for (let n = 0; n < 6; n += 1) given.push(await carts.filled());
  const both = await carts.filled({ buyer: given[0]?.buyer });
  await shop.watch();
  const sent = await Promise.all([shop.after(1), shop.run(), shop.run()]);
  expect(sent.reduce((sum, n) => sum + n, 0)).toBe(6);
  for (const { buyer } of [...given, both]) expect(await shop.mails(buyer.email)).toHaveLength(1);
});

it('a run that ends in the middle of a batch has sent nothing, and the next one sends each once', async () => {
  const given = [await carts.filled(), await carts.filled()];
  await shop.watch();
  const { container } = shop;
  const died = new Error('the process has ended');
  const mail = {
    ...container.mail,
    enqueueAll: async (...values: Parameters<typeof container.mail.enqueueAll>) => {
      await container.mail.enqueueAll(...values);
      throw died;
    },
  };
  const dying = createAbandonedCartsActivities({ ...container, mail });
  await shop.container.knex('abandoned_carts_waiting').update({ dueAt: container.clock.now() });
  for (const { cart } of given)
    await container
      .knex('carts')
      .where({ id: cart.id })
      .update({ updatedAt: new Date(container.clock.now().getTime() - 3_700_000) });
  await expect(new MockActivityEnvironment().run(dying.sendReminders)).rejects.toBe(died);
  for (const { buyer } of given) expect(await shop.mails(buyer.email)).toEqual([]);
  expect(await shop.run()).toBe(2);
  expect(await shop.run()).toBe(0);
  for (const { buyer } of given) expect(await shop.mails(buyer.email)).toHaveLength(1);
});
