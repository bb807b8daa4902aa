import { expect, it } from '@jest/globals';
import { importAlone } from './import-alone.js';

it('takes in a million rows, at a rate worth waiting for, in the memory of a short file', async () => {
  const [short, million] = await importAlone([1_250, 125_000], 8);
  console.log(
    `1,000,000 rows in ${Math.round(million.seconds)} s: ${Math.round(million.rowsRead / million.seconds)} rows/s, ` +
      `${million.heapMb.toFixed(1)} MB of heap (${short.heapMb.toFixed(1)} for 10,000 rows), ${Math.round(million.rssMb)} MB in all`,
  );
  expect(million.rowsRead).toBe(1_000_000);
  expect(million.productsCreated).toBe(125_000);
  expect(million.rowsFailed).toBe(2_500);
  expect(million.heapMb - short.heapMb).toBeLessThan(10);
});
