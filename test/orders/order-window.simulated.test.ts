import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { followOrder, orderStepQuery, paymentSettledSignal } from '#workflows/orders/orders.contract.js';
import { startSimulatedTime, type SimulatedTime } from '../_support/simulated-time.js';

const MINUTE = 60_000;
const input = {
  orderId: '0199c0de-7e5c-7000-8000-000000000001',
  orderNumber: 'HT-7K3QX9MZ',
  userId: '0199c0de-7e5c-7000-8000-000000000002',
  origin: { actor: { type: 'system' as const, id: 'test' }, requestId: 'test' },
};

let time: SimulatedTime | undefined;

beforeAll(async () => {
  time = await startSimulatedTime();
}, 60_000);
afterAll(() => time?.stop());

/** Stands in for the database: an order that can be paid until `expiresAt`, and what was done to it when. */
function waitingOrder(expiresAt: number, now: () => Promise<number>) {
  const row = { status: 'pending_payment', expiresAt: new Date(expiresAt).toISOString() as string | null };
  const done: { what: string; at: number }[] = [];
  const note = async (what: string) => done.push({ what, at: await now() });
  return {
    row,
    done,
    activities: {
      readOrderState: async () => {
        await note('read');
        return { ...row };
      },
      settleMissedPayments: async () => {
        await note('asked');
      },
      expireOrder: async () => {
        await note('expired');
        if ((await now()) >= Date.parse(row.expiresAt ?? '')) row.status = 'cancelled';
        return { ...row };
      },
    },
  };
}

it('releases an unpaid order when its thirty minutes are over, not earlier', async () => {
  if (!time) return;
  const began = await time.now();
  const order = waitingOrder(began + 30 * MINUTE, time.now);
  expect(await time.run(followOrder, input, order.activities)).toEqual({ status: 'cancelled' });
  expect(order.done.map(({ what }) => what)).toEqual(['read', 'asked', 'expired']);
  const waited = (order.done.at(-1)?.at ?? 0) - began;
  expect(waited).toBeGreaterThanOrEqual(30 * MINUTE);
  expect(waited).toBeLessThan(31 * MINUTE);
});

it('keeps waiting for the same end after a declined attempt', async () => {
  if (!time) return;
  const began = await time.now();
  const order = waitingOrder(began + 30 * MINUTE, time.now);
  const result = await time.run(followOrder, input, order.activities, async (simulated, workflowId) => {
    await simulated.sleep('12 minutes');
    const handle = simulated.client.workflow.getHandle(workflowId);
    expect(await handle.query(orderStepQuery)).toBe('waiting for payment');
    await handle.signal(paymentSettledSignal);
  });
  expect(result).toEqual({ status: 'cancelled' });
  expect(order.done.map(({ what }) => what)).toEqual(['read', 'read', 'asked', 'expired']);
  expect((order.done.at(-1)?.at ?? 0) - began).toBeLessThan(31 * MINUTE);
});

it('ends at once with the payment', async () => {
  if (!time) return;
  const began = await time.now();
  const order = waitingOrder(began + 30 * MINUTE, time.now);
  const result = await time.run(followOrder, input, order.activities, async (simulated, workflowId) => {
    await simulated.sleep('29 minutes');
    order.row.status = 'confirmed';
    await simulated.client.workflow.getHandle(workflowId).signal(paymentSettledSignal);
  });
  expect(result).toEqual({ status: 'confirmed' });
  expect(order.done.map(({ what }) => what)).toEqual(['read', 'read']);
  // The simulated clock runs on after the end, so the instant of the last step is what counts.
  expect((order.done.at(-1)?.at ?? 0) - began).toBeLessThan(29.5 * MINUTE);
});

it('releases it a minute later at most when the provider stays silent', async () => {
  if (!time) return;
  const began = await time.now();
  const order = waitingOrder(began + 30 * MINUTE, time.now);
  let asked = 0;
  const settleMissedPayments = () => {
    asked += 1;
    return Promise.reject(new Error('the gateway is down'));
  };
  const result = await time.run(followOrder, input, { ...order.activities, settleMissedPayments });
  expect(result).toEqual({ status: 'cancelled' });
  expect(asked).toBe(3);
  expect((order.done.at(-1)?.at ?? 0) - began).toBeLessThan(31.5 * MINUTE);
});
