import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { splitLineTaxes } from '#domain/invoices/gst-split.js';
import { sumOf } from '#domain/invoices/sum-of.js';
import { ruleBroken } from './rule-broken.js';

const within = { sellerGstin: '29AAGCB7383J1Z4', sellerStateCode: '29', stateOfSupply: '29' };
const across = { ...within, stateOfSupply: '27' };
const unregistered = { ...within, sellerGstin: null };

describe('splitting the tax of a line', () => {
  test('within a state: halves, the odd subunit on the central one', () => {
    expect(splitLineTaxes([{ type: 'GST', rate: 5, amount: 101 }], within)).toEqual([
      { type: 'CGST', rate: 2.5, amount: 51 },
      { type: 'SGST', rate: 2.5, amount: 50 },
    ]);
  });

  test('across states: integrated tax, whole', () => {
    expect(splitLineTaxes([{ type: 'GST', rate: 18, amount: 101 }], across)).toEqual([
      { type: 'IGST', rate: 18, amount: 101 },
    ]);
  });

  test('abroad: integrated tax, also for a seller whose state is not known', () => {
    const abroad = { ...within, stateOfSupply: null };
    expect(splitLineTaxes([{ type: 'GST', rate: 18, amount: 101 }], abroad)[0]?.type).toBe('IGST');
    expect(
      splitLineTaxes([{ type: 'GST', rate: 18, amount: 101 }], { ...abroad, sellerStateCode: '' })[0]?.type,
    ).toBe('IGST');
  });

  test.each(['gst', ' Gst '])('%j is read as GST', (type) => {
    expect(splitLineTaxes([{ type, rate: 18, amount: 10 }], across)[0]?.type).toBe('IGST');
  });

  test('any other tax is printed as it stands', () => {
    const taxes = [{ type: 'Compensation cess', rate: 1, amount: 7 }];
    expect(splitLineTaxes(taxes, within)).toEqual(taxes);
    expect(splitLineTaxes(taxes, unregistered)).toEqual(taxes);
  });

  test('a seller without registration cannot invoice GST', () => {
    const charge = () => splitLineTaxes([{ type: 'GST', rate: 18, amount: 1 }], unregistered);
    expect(ruleBroken(charge)).toBe('seller_without_gstin');
    expect(charge).toThrow(/no GSTIN/);
    expect(splitLineTaxes([{ type: 'GST', rate: 18, amount: 0 }], unregistered)).toEqual([]);
  });

  test('neither loses nor invents a subunit, and the halves differ by one at most', () => {
    const tax = fc.record({
      type: fc.constantFrom('GST', 'VAT', 'Cess'),
      rate: fc.double({ min: 0, max: 100, noNaN: true }),
      amount: fc.integer({ min: 0, max: 1e12 }),
    });
    fc.assert(
      fc.property(
        fc.array(tax, { maxLength: 4 }),
        fc.constantFrom(within, across, { ...within, stateOfSupply: null }),
        (taxes, parties) => {
          const printed = splitLineTaxes(taxes, parties);
          expect(sumOf(printed, (item) => item.amount)).toBe(sumOf(taxes, (item) => item.amount));
          const of = (type: string) => printed.filter((item) => item.type === type);
          of('CGST').forEach((central, index) => {
            const gap = central.amount - (of('SGST')[index]?.amount ?? Number.NaN);
            expect([0, 1]).toContain(gap);
          });
        },
      ),
    );
  });
});
