import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { quote } from '#domain/checkout/quote.js';
import { subOrderTaxes } from '#domain/checkout/sub-order-taxes.js';
import { splitLineTaxes } from '#domain/invoices/gst-split.js';
import { isGst } from '#domain/tax/gst-type.js';
import { inputOf, itemOf, vendorOf } from '../checkout/quote-factory.js';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const gst = (rate: number) => [{ type: 'GST', rate }];

const rates = fc.constantFrom(0, 0.25, 3, 5, 12, 18, 28, 40);
const items = fc.array(
  fc.record({
    amount: fc.integer({ min: 0, max: 50_000_000 }),
    rules: fc.oneof(
      rates.map(gst),
      fc
        .tuple(rates, fc.constantFrom(1, 12, 22))
        .map(([rate, cess]) => [...gst(rate), { type: 'CESS', rate: cess }]),
    ),
  }),
  { minLength: 1, maxLength: 60 },
);

describe('GST of a sub-order', () => {
  it('has equal halves, each the rounded half of the value at a rate', () => {
    fc.assert(
      fc.property(items, (given) => {
        const taxes = subOrderTaxes(given, false);
        const values = new Map<number, { value: number; tax: number }>();
        given.forEach(({ amount, rules }, index) => {
          const rate = rules[0]?.rate ?? 0;
          const at = values.get(rate) ?? { value: 0, tax: 0 };
          const own = taxes[index]?.[0]?.amount ?? 0;
          expect(own % 2).toBe(0);
          values.set(rate, { value: at.value + amount, tax: at.tax + own });
        });
        for (const [rate, { value, tax }] of values) {
          const half = (BigInt(value) * BigInt(rate * 100) + 10_000n) / 20_000n;
          expect(tax).toBe(2 * Number(half));
        }
      }),
    );
  });

  it('in prices that include it differs from the rate of the printed value by at most a subunit and a half', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 500_000_000 }), rates, fc.boolean(), (amount, rate, cess) => {
        const rules = [...gst(rate), ...(cess ? [{ type: 'CESS', rate: 12 }] : [])];
        const [taxes = []] = subOrderTaxes([{ amount, rules }], true);
        const value = amount - sum(taxes.map((tax) => tax.amount));
        const half = (taxes[0]?.amount ?? 0) / 2;
        // Both halves and the other tax are rounded by half a subunit, and the value takes the rest of all.
        expect(Math.abs(half - (value * rate) / 200)).toBeLessThanOrEqual(1);
        expect(value).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('never exceeds a line whose price includes it, however small the line', () => {
    const small = fc.array(fc.record({ amount: fc.integer({ min: 0, max: 5 }), rules: rates.map(gst) }), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(small, (given) => {
        subOrderTaxes(given, true).forEach((taxes, index) => {
          expect(sum(taxes.map((tax) => tax.amount))).toBeLessThanOrEqual(given[index]?.amount ?? 0);
        });
      }),
    );
  });

  it('of 48 lines has one central and one state tax', () => {
    // Rounded line by line the halves came to 6,815.32 and 6,815.06.
    const lines = Array.from({ length: 48 }, (_, index) => ({
      amount: 157_733 + index * 11,
      rules: gst(18),
    }));
    const parties = { sellerGstin: '27', sellerStateCode: '27', stateOfSupply: '27' };
    const printed = subOrderTaxes(lines, false).flatMap((taxes) => splitLineTaxes(taxes, parties));
    const of = (type: string) => sum(printed.filter((tax) => tax.type === type).map((tax) => tax.amount));
    expect(of('CGST')).toBe(of('SGST'));
    expect(of('CGST')).toBe(Math.floor((sum(lines.map(({ amount }) => amount)) * 9) / 100 + 0.5));
  });

  it('is the same within a state, between states and before the state is known', () => {
    const lines = [{ amount: 33_333, rules: gst(18) }];
    const taxes = subOrderTaxes(lines, false)[0] ?? [];
    const split = (stateOfSupply: string | null) =>
      sum(
        splitLineTaxes(taxes, { sellerGstin: '27', sellerStateCode: '27', stateOfSupply }).map(
          (tax) => tax.amount,
        ),
      );
    expect(split('27')).toBe(split('29'));
    expect(split(null)).toBe(split('29'));
  });
});

describe('a rate of the product', () => {
  const of = (gstRate: number | null, gstExempt = false) => ({ gst: { gstRate, gstExempt } });
  const taxesOf = (item: object, vendor: object = {}, defaults = gst(18)) =>
    quote(inputOf({ items: [itemOf(item)], vendors: [vendorOf(vendor)], defaultTaxRules: defaults }))
      .groups[0]?.lines[0]?.taxes;

  it('replaces the rate of the GST line, and of nothing else', () => {
    const taxRules = [...gst(18), { type: 'CESS', rate: 1 }];
    expect(taxesOf(of(5), { taxRules })).toEqual([
      { type: 'GST', rate: 5, amount: 500 },
      { type: 'CESS', rate: 1, amount: 100 },
    ]);
    expect(taxesOf(of(null), { taxRules })).toMatchObject([{ rate: 18, amount: 1_800 }, { rate: 1 }]);
  });
  it('is charged where the platform’s list has no GST line, not where the vendor’s own has none', () => {
    expect(taxesOf(of(12), {}, [])).toEqual([{ type: 'GST', rate: 12, amount: 1_200 }]);
    expect(taxesOf(of(12), { taxRules: [] })).toEqual([]);
  });
  it('is not charged by a seller without registration', () => {
    expect(taxesOf(of(12), { registeredForGst: false })).toEqual([]);
  });
  it('of nil and an exemption charge nothing', () => {
    expect(taxesOf(of(0))).toEqual([{ type: 'GST', rate: 0, amount: 0 }]);
    expect(taxesOf(of(null, true))).toEqual([{ type: 'GST', rate: 0, amount: 0 }]);
  });
});

describe('shipping', () => {
  const vendors = [vendorOf({ shippingFlatRate: 4_900 })];
  const cart = [
    itemOf({ itemId: 'rice', price: 30_000, gst: { gstRate: 5, gstExempt: false } }),
    itemOf({ itemId: 'soap', price: 10_000 }),
    itemOf({ itemId: 'milk', price: 60_000, gst: { gstRate: null, gstExempt: true } }),
  ];
  const reckon = (fields: object = {}) =>
    quote(inputOf({ vendors, items: cart, defaultTaxRules: gst(18), ...fields }));

  it('is allocated to the taxed lines by value, and taxed at the rate of each', () => {
    const [group] = reckon().groups;
    expect(group?.lines.map((line) => line.shippingShare)).toEqual([3_675, 1_225, 0]);
    // Half of 5 % of 33,675 is 841.875, half of 18 % of 11,225 is 1,010.25.
    const byRate = (rate: number) =>
      sum(
        (group?.lines ?? [])
          .flatMap((line) => [...line.taxes, ...line.shippingTaxes])
          .flatMap((tax) => (isGst(tax.type) && tax.rate === rate ? [tax.amount] : [])),
      );
    expect([byRate(5), byRate(18)]).toEqual([2 * 842, 2 * 1_010]);
    expect(group?.taxTotal).toBe(2 * 842 + 2 * 1_010);
    expect(group?.total).toBe(100_000 + 4_900 + 2 * 842 + 2 * 1_010);
  });
  it('contains its tax where prices do', () => {
    const [group] = reckon({ pricesIncludeTax: true }).groups;
    expect(group?.shippingTaxTotal).toBeGreaterThan(0);
    expect(group?.total).toBe(104_900);
  });
  it.each([
    ['the setting is off', { taxShipping: false }],
    [
      'the seller has no GSTIN',
      { vendors: [vendorOf({ shippingFlatRate: 4_900, registeredForGst: false })] },
    ],
    ['no line is taxed', { items: [cart[2]] }],
    ['there is none', { vendors: [vendorOf()] }],
  ])('is not taxed where %s', (_why, fields) => {
    const [group] = reckon(fields).groups;
    expect(group?.shippingTaxTotal).toBe(0);
    expect(group?.lines.every((line) => line.shippingShare === 0)).toBe(true);
  });
});
