import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { askPageByPage } from '#activities/_shared/ask-page-by-page.js';
import { createLatePaymentsActivities } from '#activities/payments/late-payments.activities.js';
import { findLatePayments } from '#workflows/payments/payments.contract.js';
import { eventually } from '../_support/eventually.js';
import {
  data,
  placeOrder,
  readyCart,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';

let shop: TestShop;

// An attempt to pay that the search asks after.
beforeAll(async () => {
  shop = await startShop({ workers: ['core', 'relay'] });
  const { variantId } = await vendorWithVariant(shop);
  const cart = await readyCart(shop, [{ variantId }]);
  const { order } = data(await placeOrder(cart));
  data(await cart.http.post(`/store/orders/${order.id}/cancel`));
});
afterAll(() => shop.stop());
afterEach(() => shop.sandbox.resetControls());

/** Longer than a call is given, and than the engine waits for a beat. */
const HANGS_MS = 16_000;
const questions = () => shop.sandbox.requests().filter(({ path }) => path.endsWith('/payments'));

describe('the search for untold payments, while a provider hangs', () => {
  it('ends its calls when it is cancelled', async () => {
    shop.sandbox.control({ latencyMs: HANGS_MS });
    const before = questions().length;
    const providers = shop.container.paymentProviders;
    const { findUnreportedPayments } = createLatePaymentsActivities({ ...shop.container, providers });
    const environment = new MockActivityEnvironment();
    const run = environment.run(findUnreportedPayments, { youngerThanHours: 48 }) as Promise<unknown>;
    await eventually(() => Promise.resolve(expect(questions()).toHaveLength(before + 1)));
    environment.cancel('CANCELLED');
    // Not by the time that a call is given, which would count as a question without a response.
    await expect(run).rejects.toMatchObject({ reason: 'the call was cancelled' });
  });

  it('is not taken for dead: its one attempt counts the question as unanswered', async () => {
    shop.sandbox.control({ latencyMs: HANGS_MS });
    const { workflow } = shop.container.gateway.client;
    const { workflowId } = await shop.container.gateway.start(findLatePayments, { youngerThanHours: 48 });
    const handle = workflow.getHandle(workflowId);
    expect(await handle.result()).toMatchObject({ asked: 1, found: 0, unanswered: 1 });
    const { events } = await handle.fetchHistory();
    const started = events?.map((event) => event.activityTaskStartedEventAttributes?.attempt).find(Boolean);
    expect(started).toBe(1);
  });
});

describe('a later attempt', () => {
  it('goes on behind the pages that are done', async () => {
    const rows = Array.from({ length: 120 }, (_, n) => ({ id: String(n).padStart(3, '0') }));
    const read = ({ after, limit }: { after: string | null; limit: number }) =>
      Promise.resolve(rows.filter(({ id }) => after === null || id > after).slice(0, limit));
    const asked: string[] = [];
    const pass = (breakAt: string | null) =>
      askPageByPage({ asked: 0 }, read, (row, found) => {
        if (row.id === breakAt) return Promise.reject(new Error('the worker was lost'));
        asked.push(row.id);
        found.asked += 1;
        return Promise.resolve();
      });

    const first = new MockActivityEnvironment();
    let details: unknown;
    first.on('heartbeat', (item: unknown) => (details = item));
    await expect(first.run(pass, '070')).rejects.toThrow('the worker was lost');
    expect(details).toEqual({ after: '049', found: { asked: 50 } });

    asked.length = 0;
    const second = new MockActivityEnvironment({ attempt: 2, heartbeatDetails: details });
    expect(await second.run(pass, null)).toEqual({ asked: 120 });
    expect(asked.sort()).toEqual(rows.slice(50).map(({ id }) => id));
  });
});
