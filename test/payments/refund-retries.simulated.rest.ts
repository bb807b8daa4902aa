import { describe, expect, it } from '@jest/globals';
import { refundPayment } from '#workflows/payments/payments.contract.js';
import { inSimulatedTime } from '../_support/simulated-time.js';

const HOUR = 3_600_000;
const input = (refundId: string) => ({
  refundId,
  orderId: '0199c0de-7e5c-7000-8000-000000000001',
  orderNumber: 'HT-7K3QX9MZ',
  origin: { actor: { type: 'system' as const, id: 'test' }, requestId: 'test' },
});

/** A provider that cannot be reached until an instant, and what it has of the refund then. */
function provider(backAt: number, now: () => Promise<number>, has: { status: string } | null = null) {
  const recorded: { status: string; reason?: string; at: number }[] = [];
  async function reach(): Promise<void> {
    if ((await now()) < backAt) throw new Error('connection refused');
  }
  return {
    recorded,
    activities: {
      async sendRefund() {
        await reach();
        return { status: 'succeeded', providerRefundId: 'rfnd_1' };
      },
      async askRefund() {
        if (backAt === Number.POSITIVE_INFINITY) await reach();
        return has;
      },
      async recordRefund(refund: { status: string; reason?: string }) {
        recorded.push({ ...refund, at: await now() });
      },
    },
  };
}

inSimulatedTime((simulated) => {
  it('outlives an outage of twenty hours and sends the money back once', async () => {
    const time = simulated();
    const outage = provider((await time.now()) + 20 * HOUR, time.now);
    await time.run(refundPayment, input('0199c0de-7e5c-7000-8000-00000000000a'), outage.activities);
    expect(outage.recorded).toEqual([expect.objectContaining({ status: 'succeeded' })]);
  });

  it('gives up after a day, and says why on the row, which stays open, and as a failed run', async () => {
    const time = simulated();
    const began = await time.now();
    const outage = provider(Number.POSITIVE_INFINITY, time.now);
    const run = time.run(refundPayment, input('0199c0de-7e5c-7000-8000-00000000000b'), outage.activities);
    await expect(run).rejects.toMatchObject({ name: 'WorkflowFailedError' });
    expect(outage.recorded).toEqual([
      expect.objectContaining({
        status: 'unclear',
        reason: expect.stringMatching(/connection refused|reached/) as unknown,
      }),
    ]);
    const exhaustedAfter = (outage.recorded[0]?.at ?? 0) - began;
    expect(exhaustedAfter).toBeGreaterThan(23 * HOUR);
    expect(exhaustedAfter).toBeLessThanOrEqual(24.1 * HOUR);
  });

  describe('a refund that is cancelled while it waits', () => {
    async function cancelled(refundId: string, item: ReturnType<typeof provider>): Promise<void> {
      await simulated().run(refundPayment, input(refundId), item.activities, async (engine, workflowId) => {
        await engine.sleep('1 hour');
        await engine.client.workflow.getHandle(workflowId).cancel();
      });
    }

    it('says so on the row where the provider has none', async () => {
      const time = simulated();
      const outage = provider((await time.now()) + 20 * HOUR, time.now, null);
      const run = cancelled('0199c0de-7e5c-7000-8000-00000000000c', outage);
      await expect(run).rejects.toMatchObject({ name: 'WorkflowFailedError' });
      expect(outage.recorded).toEqual([
        expect.objectContaining({ status: 'failed', reason: expect.stringMatching(/cancelled/) as unknown }),
      ]);
    });

    it('ends as the provider says where an earlier call has arrived', async () => {
      const time = simulated();
      const outage = provider((await time.now()) + 20 * HOUR, time.now, { status: 'processed' });
      await cancelled('0199c0de-7e5c-7000-8000-00000000000d', outage);
      expect(outage.recorded).toEqual([expect.objectContaining({ status: 'processed' })]);
    });

    it('stays open where the provider cannot be asked', async () => {
      const time = simulated();
      const outage = provider(Number.POSITIVE_INFINITY, time.now);
      const run = cancelled('0199c0de-7e5c-7000-8000-00000000000e', outage);
      await expect(run).rejects.toMatchObject({ name: 'WorkflowFailedError' });
      expect(outage.recorded).toEqual([
        expect.objectContaining({ status: 'unclear', reason: expect.stringMatching(/cancelled/) as unknown }),
      ]);
    });
  });
});
