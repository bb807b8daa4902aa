import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatAmount, formatMoney, formatRate } from '#domain/invoices/money-format.js';

describe('printed money', () => {
  test.each([
    [0, '0.00'],
    [5, '0.05'],
    [12_345_678, '1,23,456.78'],
    [-99_900, '−999.00'],
    [Number.MAX_SAFE_INTEGER, '9,00,71,99,25,47,409.91'],
  ])('%i in rupees', (subunits, text) => {
    expect(formatAmount(subunits, 'INR')).toBe(text);
  });

  test('other currencies group by thousands', () => {
    expect(formatAmount(123_456_789, 'USD')).toBe('1,234,567.89');
  });

  test('the symbol stands before the digits, after the sign, and apart when it is a word', () => {
    expect(formatMoney(-12_345_678, { currency: 'INR', symbol: '₹' })).toBe('−₹1,23,456.78');
    expect(formatMoney(100, { currency: 'AED', symbol: 'AED' })).toBe('AED\u00a01.00');
    expect(formatMoney(100, { currency: 'INR', symbol: 'Rs.' })).toBe('Rs.\u00a01.00');
  });

  test('refuses half a paisa', () => {
    expect(() => formatAmount(0.5, 'INR')).toThrow(RangeError);
  });

  test('loses no digit', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom('INR', 'EUR'), (subunits, currency) => {
        const digits = formatAmount(subunits, currency).replace('−', '-').replace(/[,.]/g, '');
        expect(BigInt(digits)).toBe(BigInt(subunits));
      }),
    );
  });

  test.each([
    [9, '9%'],
    [2.5, '2.5%'],
    [0.125, '0.125%'],
    [0.1 + 0.2, '0.3%'],
  ])('%d percent', (rate, text) => {
    expect(formatRate(rate)).toBe(text);
  });
});
