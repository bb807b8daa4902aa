import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bulkPercent, changedPrice } from '#domain/products/bulk-change.js';

it('rounds half up to the unit', () => {
  expect(changedPrice(49_900, { percent: 10, roundTo: 1 })).toBe(54_890);
  expect(changedPrice(49_900, { percent: 10, roundTo: 100 })).toBe(54_900);
  expect(changedPrice(49_500, { percent: 10, roundTo: 100 })).toBe(54_500);
  expect(changedPrice(49_500, { percent: -90, roundTo: 1_000 })).toBe(5_000);
  expect(changedPrice(1_005, { percent: 10, roundTo: 1 })).toBe(1_106);
  expect(changedPrice(5, { percent: -90, roundTo: 1 })).toBe(1);
  expect(changedPrice(4, { percent: -90, roundTo: 1 })).toBe(0);
});

it('differs from the exact amount by at most half a unit, and never by a half downwards', () => {
  const rule = fc.record({
    price: fc.integer({ min: 0, max: 2_147_483_647 }),
    hundredths: fc.integer({ min: bulkPercent.min * 100, max: bulkPercent.max * 100 }),
    roundTo: fc.integer({ min: 1, max: 100_000 }),
  });
  fc.assert(
    fc.property(rule, ({ price, hundredths, roundTo }) => {
      const result = BigInt(changedPrice(price, { percent: hundredths / 100, roundTo }));
      const exact = BigInt(price) * BigInt(10_000 + hundredths);
      const off = 2n * (result * 10_000n - exact);
      const unit = 10_000n * BigInt(roundTo);
      expect(off <= unit && off > -unit).toBe(true);
      expect(result % BigInt(roundTo)).toBe(0n);
    }),
    { numRuns: 300 },
  );
});
