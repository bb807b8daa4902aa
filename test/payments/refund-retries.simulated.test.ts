import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { refundPayment } from '#workflows/payments/payments.contract.js';
import { startSimulatedTime, type SimulatedTime } from '../_support/simulated-time.js';

const HOUR = 3_600_000;
const input = (refundId: string) => ({
  refundId,
  orderId: '0199c0de-7e5c-7000-8000-000000000001',
  orderNumber: 'HT-7K3QX9MZ',
  origin: { actor: { type: 'system' as const, id: 'test' }, requestId: 'test' },
});

let time: SimulatedTime | undefined;

beforeAll(async () => {
  time = await startSimulatedTime();
}, 60_000);
afterAll(() => time?.stop());

/** A provider that cannot be reached until an instant. */
function provider(backAt: number, now: () => Promise<number>) {
  const recorded: { status: string; reason?: string; at: number }[] = [];
  return {
    recorded,
    activities: {
      async sendRefund() {
        if ((await now()) < backAt) throw new Error('connection refused');
        return { status: 'succeeded', providerRefundId: 'rfnd_1' };
      },
      async recordRefund(refund: { status: string; reason?: string }) {
        recorded.push({ ...refund, at: await now() });
      },
    },
  };
}

it('outlives an outage of twenty hours and sends the money back once', async () => {
  if (!time) return;
  const outage = provider((await time.now()) + 20 * HOUR, time.now);
  await time.run(refundPayment, input('0199c0de-7e5c-7000-8000-00000000000a'), outage.activities);
  expect(outage.recorded).toEqual([expect.objectContaining({ status: 'succeeded' })]);
});

it('gives up after a day, and says why on the row and as a failed run', async () => {
  if (!time) return;
  const began = await time.now();
  const outage = provider(Number.POSITIVE_INFINITY, time.now);
  const run = time.run(refundPayment, input('0199c0de-7e5c-7000-8000-00000000000b'), outage.activities);
  await expect(run).rejects.toMatchObject({ name: 'WorkflowFailedError' });
  expect(outage.recorded).toEqual([
    expect.objectContaining({ status: 'failed', reason: expect.stringMatching(/connection refused|reached/) as unknown }), // prettier-ignore
  ]);
  const gaveUpAfter = (outage.recorded[0]?.at ?? 0) - began;
  expect(gaveUpAfter).toBeGreaterThan(23 * HOUR);
  expect(gaveUpAfter).toBeLessThanOrEqual(24.1 * HOUR);
});

it('that is cancelled while it waits says so on the row', async () => {
  if (!time) return;
  const outage = provider(Number.POSITIVE_INFINITY, time.now);
  const run = time.run(
    refundPayment,
    input('0199c0de-7e5c-7000-8000-00000000000c'),
    outage.activities,
    async (simulated, workflowId) => {
      await simulated.sleep('1 hour');
      await simulated.client.workflow.getHandle(workflowId).cancel();
    },
  );
  await expect(run).rejects.toMatchObject({ name: 'WorkflowFailedError' });
  expect(outage.recorded).toEqual([
    expect.objectContaining({ status: 'failed', reason: expect.stringMatching(/cancelled/) as unknown }),
  ]);
});
