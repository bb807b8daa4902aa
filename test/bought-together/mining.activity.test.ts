import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createMiningRepository } from '#db/bought-together/mining.repository.js';
import type { UnitOfWork } from '#db/kernel/unit-of-work.js';
import { newId } from '#lib/ids.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { type BasketShop, createBasketShop } from './basket-shop.js';

let kernel: TestKernel;
let shop: BasketShop;

beforeAll(async () => {
  kernel = await startKernel();
  shop = await createBasketShop(kernel.container);
  for (let day = 1; day <= 30; day += 1) await shop.order(day % 3 === 0 ? 'ABC' : 'AB', { daysAgo: day });
});
afterAll(() => kernel.stop());

it('a worker that ends at a slice is followed by one that goes on there, with the same result (kill-fbt)', async () => {
  const { container } = kernel;
  await shop.mine();
  const expected = await shop.pairs();
  const miningId = newId();
  const until = new Date();
  let steps = 0;
  const dying: UnitOfWork = {
    ...container.unitOfWork,
    // The slice is rolled back in the middle, as when the process is gone.
    run: (ctx, work) =>
      container.unitOfWork.run(ctx, async (tx) => {
        const result = await work(tx);
        steps += 1;
        if (steps === 15) throw new Error('killed');
        return result;
      }),
  };
  const dies = shop.mine(miningId, until, { ...container, unitOfWork: dying });
  await expect(dies).rejects.toThrow('killed');
  const counted = await createMiningRepository().countedDays(container.knex, miningId);
  expect(counted).toHaveLength(13);
  expect(await shop.pairs()).toEqual(expected);
  expect(await createMiningRepository().state(container.knex)).toMatchObject({ lastError: 'killed' });
  await shop.mine(miningId, until);
  expect(await shop.pairs()).toEqual(expected);
  expect(await createMiningRepository().state(container.knex)).toMatchObject({ orders: 30, lastError: null });
});

it('readers see the former pairs or the new ones, never a part (fbt-swap)', async () => {
  const { knex } = kernel.container;
  const sizes = new Set<number>();
  let reading = true;
  const reader = (async () => {
    while (reading) {
      const [row] = (await knex('bought_together_pairs').count({ rows: '*' })) as { rows: number }[];
      sizes.add(Number(row?.rows));
    }
  })();
  await shop.mine();
  await shop.mine();
  reading = false;
  await reader;
  expect([...sizes]).toEqual([6]);
});
