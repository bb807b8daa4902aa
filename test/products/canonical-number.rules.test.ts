import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalNumber } from '#domain/products/canonical-number.js';

describe('the canonical form of a number', () => {
  it.each([
    ['12.50', '12.5'],
    ['+012.5', '12.5'],
    ['1.25e1', '12.5'],
    ['125E-1', '12.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['-0.0', '0'],
    ['1e3', '1000'],
    ['1e-3', '0.001'],
    ['0.10e-2', '0.001'],
    ['12345678901234567890.10', '12345678901234567890.1'],
  ])('of %s is %s', (text, canonical) => {
    expect(canonicalNumber(text)).toBe(canonical);
  });

  it.each(['', '.', '-', 'e5', '1,5', '1 2', 'NaN', 'Infinity', '0x10', '1e', '1e1000'])(
    'does not exist for %j',
    (text) => {
      expect(canonicalNumber(text)).toBeUndefined();
    },
  );

  it('has the same value, and is its own canonical form', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e90, max: 1e90 }), (number) => {
        const canonical = canonicalNumber(String(number));
        if (canonical === undefined) return expect(Math.abs(number)).toBeLessThan(1e-90);
        expect(Number(canonical)).toBe(number + 0);
        expect(canonicalNumber(canonical)).toBe(canonical);
      }),
      { numRuns: 30 },
    );
  });
});
