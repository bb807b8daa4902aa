import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { financialYear } from '#domain/invoices/financial-year.js';

const INDIA = 'Asia/Kolkata';

describe('the financial year', () => {
  test.each([
    ['2026-03-31T18:29:59.999Z', '2526'],
    ['2026-03-31T18:30:00.000Z', '2627'],
    ['2026-12-31T23:59:59.000Z', '2627'],
    ['2027-01-15T00:00:00.000Z', '2627'],
    ['2099-06-01T00:00:00.000Z', '9900'],
  ])('%s is in %s, counted from 1 April at midnight in India', (instant, year) => {
    expect(financialYear(new Date(instant), INDIA)).toBe(year);
  });

  test('the zone decides on the evening of 31 March', () => {
    const instant = new Date('2026-03-31T20:00:00.000Z');
    expect([financialYear(instant, INDIA), financialYear(instant, 'Europe/London')]).toEqual([
      '2627',
      '2526',
    ]);
  });

  test('an unknown zone or an invalid date is refused', () => {
    expect(() => financialYear(new Date(), 'Mars/Olympus')).toThrow(RangeError);
    expect(() => financialYear(new Date(Number.NaN), INDIA)).toThrow(RangeError);
  });

  test('is always two years in a row', () => {
    const instants = fc.date({
      min: new Date('2017-07-01T00:00:00Z'),
      max: new Date('2120-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (instant) => {
        const year = financialYear(instant, INDIA);
        expect(year).toMatch(/^\d{4}$/);
        expect(Number(year.slice(2))).toBe((Number(year.slice(0, 2)) + 1) % 100);
      }),
    );
  });
});
