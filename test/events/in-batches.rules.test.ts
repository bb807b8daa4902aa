import { expect, it } from '@jest/globals';
import { inBatches } from '#lib/in-batches.js';

it('does what is asked for meanwhile together, in order', async () => {
  const batches: number[][] = [];
  const double = inBatches(async (items: readonly number[]) => {
    batches.push([...items]);
    await new Promise((resolve) => setImmediate(resolve));
    return items.map((item) => item * 2);
  }, 3);
  const results = await Promise.all([1, 2, 3, 4, 5, 6].map((item) => double(item)));
  expect(results).toEqual([2, 4, 6, 8, 10, 12]);
  expect(batches).toEqual([[1], [2, 3, 4], [5, 6]]);
});

it('one item that fails does not fail the others', async () => {
  const check = inBatches((items: readonly number[]) =>
    items.includes(13) ? Promise.reject(new Error('13')) : Promise.resolve(items.map(String)),
  );
  const settled = await Promise.allSettled([1, 13, 2].map((item) => check(item)));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
