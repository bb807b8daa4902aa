import { expect, it } from '@jest/globals';
import {
  followOrder,
  orderStepQuery,
  paymentSettledSignal,
  subOrdersSettledSignal,
} from '#workflows/orders/orders.contract.js';
import { inSimulatedTime } from '../_support/simulated-time.js';

const MINUTE = 60_000;
const input = {
  orderId: '0199c0de-7e5c-7000-8000-000000000001',
  orderNumber: 'HT-7K3QX9MZ',
  userId: '0199c0de-7e5c-7000-8000-000000000002',
  origin: { actor: { type: 'system' as const, id: 'test' }, requestId: 'test' },
};

/** Stands in for the database: an order that can be paid until `expiresAt`, and what was done to it when. */
function waitingOrder(expiresAt: number, now: () => Promise<number>) {
  const row: { status: string; expiresAt: string | null; remindAt?: string } = {
    status: 'pending_payment',
    expiresAt: new Date(expiresAt).toISOString(),
  };
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
      remindVendors: async () => {
        await note('reminded');
        return { ...row };
      },
    },
  };
}

inSimulatedTime((simulated) => {
  it('releases an unpaid order when its thirty minutes are over, not earlier', async () => {
    const time = simulated();
    const began = await time.now();
    const order = waitingOrder(began + 30 * MINUTE, time.now);
    expect(await time.run(followOrder, input, order.activities)).toEqual({
      status: 'cancelled',
      reason: 'The order was not paid',
      orderStatus: 'cancelled',
    });
    expect(order.done.map(({ what }) => what)).toEqual(['read', 'asked', 'expired']);
    const waited = (order.done.at(-1)?.at ?? 0) - began;
    expect(waited).toBeGreaterThanOrEqual(30 * MINUTE);
    expect(waited).toBeLessThan(31 * MINUTE);
  });

  it('keeps waiting for the same end after a declined attempt', async () => {
    const time = simulated();
    const began = await time.now();
    const order = waitingOrder(began + 30 * MINUTE, time.now);
    const result = await time.run(followOrder, input, order.activities, async (simulated, workflowId) => {
      await simulated.sleep('12 minutes');
      const handle = simulated.client.workflow.getHandle(workflowId);
      expect(await handle.query(orderStepQuery)).toBe('waiting for payment');
      await handle.signal(paymentSettledSignal);
    });
    expect(result).toEqual({
      status: 'cancelled',
      reason: 'The order was not paid',
      orderStatus: 'cancelled',
    });
    expect(order.done.map(({ what }) => what)).toEqual(['read', 'read', 'asked', 'expired']);
    expect((order.done.at(-1)?.at ?? 0) - began).toBeLessThan(31 * MINUTE);
  });

  it('ends at once with the last delivery', async () => {
    const time = simulated();
    const began = await time.now();
    const order = waitingOrder(began + 30 * MINUTE, time.now);
    const result = await time.run(followOrder, input, order.activities, async (simulated, workflowId) => {
      await simulated.sleep('29 minutes');
      order.row.status = 'confirmed';
      const handle = simulated.client.workflow.getHandle(workflowId);
      await handle.signal(paymentSettledSignal);
      await simulated.sleep('1 hour');
      expect(await handle.query(orderStepQuery)).toBe('waiting for sub-orders');
      order.row.status = 'delivered';
      await handle.signal(subOrdersSettledSignal);
    });
    expect(result).toEqual({ status: 'ok', reason: null, orderStatus: 'delivered' });
    expect(order.done.map(({ what }) => what)).toEqual(['read', 'read', 'read']);
    // The simulated clock runs on after the end, so the instant of the last step is what counts.
    expect((order.done.at(-1)?.at ?? 0) - began).toBeLessThan(90 * MINUTE);
  });

  it('reminds vendors once when the reminder is due, and reads the row again where the last signal was lost', async () => {
    const time = simulated();
    const began = await time.now();
    const order = waitingOrder(began, time.now);
    order.row.status = 'confirmed';
    order.row.remindAt = new Date(began + 48 * 60 * MINUTE).toISOString();
    const result = await time.run(followOrder, input, order.activities, async (simulated, workflowId) => {
      const handle = simulated.client.workflow.getHandle(workflowId);
      await simulated.sleep('47 hours');
      await handle.signal(paymentSettledSignal);
      await simulated.sleep('3 hours');
      await handle.signal(paymentSettledSignal);
      await simulated.sleep('1 day');
      order.row.status = 'delivered';
    });
    expect(result).toEqual({ status: 'ok', reason: null, orderStatus: 'delivered' });
    expect(order.done.map(({ what }) => what)).toEqual(['read', 'read', 'reminded', 'read', 'read']);
    const days = order.done.map(({ at }) => (at - began) / (24 * 60 * MINUTE));
    expect(days[2]).toBeGreaterThanOrEqual(2);
    expect(days[2]).toBeLessThan(2.1);
    expect(days[4]).toBeLessThan(33);
  });

  it('releases it a minute later at most when the provider stays silent', async () => {
    const time = simulated();
    const began = await time.now();
    const order = waitingOrder(began + 30 * MINUTE, time.now);
    let asked = 0;
    const settleMissedPayments = () => {
      asked += 1;
      return Promise.reject(new Error('the gateway is down'));
    };
    const result = await time.run(followOrder, input, { ...order.activities, settleMissedPayments });
    expect(result).toEqual({
      status: 'cancelled',
      reason: 'The order was not paid',
      orderStatus: 'cancelled',
    });
    expect(asked).toBe(3);
    expect((order.done.at(-1)?.at ?? 0) - began).toBeLessThan(31.5 * MINUTE);
  });
});
