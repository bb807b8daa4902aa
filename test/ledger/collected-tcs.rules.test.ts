import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { collectedTcs } from '#domain/ledger/collected-tcs.js';

/** Collects a month of sales and, negative, refunds. */
function collect(accruals: readonly number[]): number[] {
  let month = 0;
  return accruals.map((accrued) => {
    month += accrued;
    return collectedTcs(month, accrued);
  });
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

describe('the tax collected at source of a month', () => {
  it('is that of sales less refunds, and zero where refunds exceed sales, whatever their order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { maxLength: 20 }),
        (accruals) => {
          const collected = collect(accruals);
          expect(sum(collected)).toBe(Math.max(sum(accruals), 0));
          accruals.forEach((accrued, index) => {
            expect(sum(collected.slice(0, index + 1))).toBeGreaterThanOrEqual(0);
            // A sale never pays tax back, and a refund never takes more than its own.
            expect(Math.abs(collected[index] ?? 0)).toBeLessThanOrEqual(Math.abs(accrued));
            expect((collected[index] ?? 0) * accrued).toBeGreaterThanOrEqual(0);
          });
        },
      ),
    );
  });

  it('gives nothing back to a month without sales, whose later sales pay the difference', () => {
    expect(collect([-500, 300, 700, -100])).toEqual([0, 0, 500, -100]);
  });
});
