import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { release, reserve, type ReserveOutcome } from '#db/inventory/reservations.repository.js';
import { newId } from '#lib/ids.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createSellableVariant } from '../_support/orders.js';
import { createVendor } from '../_support/vendors.js';

let kernel: TestKernel;
let vendorId: string;
beforeAll(async () => {
  kernel = await startKernel();
  ({ vendorId } = await createVendor(kernel.container));
});
afterAll(() => kernel.stop());

const actor = { type: 'system' as const, id: 'test' };

async function variant(onHand: number, fields: { trackInventory?: boolean } = {}): Promise<string> {
  return (await createSellableVariant(kernel.container, vendorId, { onHand, ...fields })).variantId;
}

function reserveAs(
  referenceId: string,
  lines: { variantId: string; quantity: number }[],
): Promise<ReserveOutcome> {
  const { unitOfWork } = kernel.container;
  return unitOfWork.run(kernel.ctx, (tx) => reserve(tx, lines, { referenceId, actor }));
}

function releaseOf(referenceId: string) {
  return kernel.container.unitOfWork.run(kernel.ctx, (tx) => release(tx, { referenceId, actor }));
}

async function reservedOf(variantId: string): Promise<{ level: number; moved: number }> {
  const { knex } = kernel.container;
  const level = (await knex('inventory_levels').where({ variantId }).first('reserved')) as {
    reserved: number;
  };
  const [sum] = (await knex('inventory_movements').where({ variantId }).sum({ moved: 'reserved_delta' })) as {
    moved: number | null;
  }[];
  return { level: level.reserved, moved: Number(sum?.moved ?? 0) };
}

describe('reserving', () => {
  it('is all or nothing, and names what is short', async () => {
    const [plenty, few] = [await variant(10), await variant(1)];
    const outcome = await reserveAs(newId(), [
      { variantId: plenty, quantity: 2 },
      { variantId: few, quantity: 2 },
    ]);
    expect(outcome).toEqual({
      reserved: false,
      shortages: [{ variantId: few, requested: 2, available: 1 }],
    });
    expect(await reservedOf(plenty)).toEqual({ level: 0, moved: 0 });
  });

  it('adds up the lines of one variant', async () => {
    const item = await variant(3);
    const lines = [2, 2].map((quantity) => ({ variantId: item, quantity }));
    expect((await reserveAs(newId(), lines)).reserved).toBe(false);
    expect((await reserveAs(newId(), [{ variantId: item, quantity: 3 }])).reserved).toBe(true);
  });

  it('never stops at stock that is not tracked, and reports its change: search sorts by it', async () => {
    const free = await variant(0, { trackInventory: false });
    expect(await reserveAs(newId(), [{ variantId: free, quantity: 5 }])).toEqual({
      reserved: true,
      changes: [expect.objectContaining({ variantId: free, delta: -5 })],
    });
  });

  it('is done once for one reference, also when nothing would be left for a second time', async () => {
    const last = await variant(1);
    const referenceId = newId();
    const first = await reserveAs(referenceId, [{ variantId: last, quantity: 1 }]);
    const again = await reserveAs(referenceId, [{ variantId: last, quantity: 1 }]);
    expect(first).toMatchObject({ reserved: true, changes: [{ variantId: last, delta: -1 }] });
    expect(again).toEqual({ reserved: true, changes: [] });
    expect(await reservedOf(last)).toEqual({ level: 1, moved: 1 });
  });

  it('gives 60 at once exactly what there is, in whatever order they name it', async () => {
    const [a, b] = [await variant(25), await variant(25)];
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const lines = [a, b].map((variantId) => ({ variantId, quantity: 1 }));
        return reserveAs(newId(), index % 2 ? lines : lines.reverse());
      }),
    );
    expect(outcomes.filter((outcome) => outcome.reserved)).toHaveLength(25);
    expect(await reservedOf(a)).toEqual({ level: 25, moved: 25 });
    expect(await reservedOf(b)).toEqual({ level: 25, moved: 25 });
  });
});

describe('releasing', () => {
  it('gives back what is held, once, also when two do it at once', async () => {
    const item = await variant(5);
    const referenceId = newId();
    await reserveAs(referenceId, [{ variantId: item, quantity: 3 }]);
    const changes = (await Promise.all([releaseOf(referenceId), releaseOf(referenceId)])).flat();
    expect(changes).toEqual([expect.objectContaining({ variantId: item, delta: 3 })]);
    expect(await releaseOf(referenceId)).toEqual([]);
    expect(await reservedOf(item)).toEqual({ level: 0, moved: 0 });
  });

  it('gives back nothing of what was never held', async () => {
    expect(await releaseOf(newId())).toEqual([]);
  });
});
