import { expect, it } from '@jest/globals';
import { importAlone } from './import-alone.js';

it('takes no more memory for 30,000 rows than for 10,000', async () => {
  const [short, long] = await importAlone([1_250, 3_750], 8);
  expect([short.rowsRead, long.rowsRead]).toEqual([10_000, 30_000]);
  expect([short.productsCreated, long.productsCreated]).toEqual([1_250, 3_750]);
  // Were only 200 bytes kept of every row, the 20,000 more rows would show as 4 MB.
  expect(long.heapMb - short.heapMb).toBeLessThan(4);
});
