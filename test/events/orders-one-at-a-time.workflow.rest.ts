import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { subscriptions } from '#events/subscriptions.js';
import { startMailInbox } from '../mail/mail-inbox.js';
import { eventually } from '../_support/eventually.js';
import {
  data,
  type PlacedResponse,
  placeOrder,
  readyCart,
  sandboxOrderOf,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';

/** Paid one after the other, as in a shop with a few orders a minute in each of many rounds of a drain. */
const ORDERS = 12;
/** Of the run that follows an order: the start, and the signal that it was paid. */
const TASKS_OF_A_RUN = 3;

let shop: TestShop;
let inbox: Awaited<ReturnType<typeof startMailInbox>>;
let variantId: string;

beforeAll(async () => {
  inbox = await startMailInbox();
  shop = await startShop({
    workers: ['core', 'search', 'mail', 'feeds', 'relay'],
    environment: { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(inbox.port) },
  });
  ({ variantId } = await vendorWithVariant(shop, { onHand: 1_000 }));
});
afterAll(async () => {
  await shop.stop();
  await inbox.close();
});

interface Work {
  runs: number;
  tasks: number;
  activities: number;
}

/** Runs whose id begins so, and the tasks and activities of their histories. */
async function workOf(prefix: string): Promise<Work> {
  const { workflow } = shop.container.gateway.client;
  const work: Work = { runs: 0, tasks: 0, activities: 0 };
  for await (const { workflowId, runId } of workflow.list({ query: `WorkflowId STARTS_WITH '${prefix}'` })) {
    const { events } = await workflow.getHandle(workflowId, runId).fetchHistory();
    const count = (attributes: string) =>
      events?.filter((event) => (event as unknown as Record<string, unknown>)[attributes]).length ?? 0;
    work.runs += 1;
    work.tasks += count('workflowTaskCompletedEventAttributes');
    work.activities += count('activityTaskScheduledEventAttributes');
  }
  return work;
}

async function payOne(): Promise<void> {
  const cart = await readyCart(shop, [{ variantId, quantity: 1 }]);
  const placed = data(await placeOrder(cart));
  await shop.sandbox.pay(sandboxOrderOf(placed));
  await eventually(async () => {
    const order = await cart.http.get<PlacedResponse['order']>(`/store/orders/${placed.order.id}`);
    expect(data(order).status).toBe('confirmed');
  });
}

const open = (): Promise<string[]> =>
  shop.container.knex('outbox_deliveries').whereNot({ state: 'delivered' }).pluck('subscription');

it('paid orders one after the other share the rounds of the drains', async () => {
  await payOne();
  await eventually(async () => expect(await open()).toEqual([]));
  const before = await workOf('drain-');
  for (let order = 0; order < ORDERS; order += 1) await payOne();
  await eventually(async () => expect(await open()).toEqual([]));

  const followed = await workOf('orders-follow-');
  expect(followed.runs).toBe(ORDERS + 1);
  expect(followed.tasks / followed.runs).toBeLessThanOrEqual(TASKS_OF_A_RUN);
  expect(followed.activities).toBe(0);

  const { rows } = await shop.container.knex.raw<{ rows: { subscriptions: number }[] }>(
    `select count(distinct subscription)::integer as subscriptions from outbox_deliveries where subscription = any(?)`,
    [subscriptions.filter(({ kind }) => kind === 'drain').map(({ name }) => name)],
  );
  const reached = rows[0]?.subscriptions ?? 0;
  const after = await workOf('drain-');
  // Without rounds in common each order would start a run of each drain that it reaches.
  expect(after.activities - before.activities).toBeLessThanOrEqual((ORDERS * reached) / 3);
});
