import { describe, expect, it } from '@jest/globals';
import { quote } from '#domain/checkout/quote.js';
import type { GstTreatment } from '#domain/tax/gst-rate.js';
import { fixedCoupon } from '../_support/discounts.js';
import { inputOf, itemOf, vendorOf } from '../checkout/quote-factory.js';

const clothing: GstTreatment = {
  gstRate: 5,
  gstExempt: false,
  slab: { limit: 250_000, unit: 'piece', rateAbove: 18 },
};
const rateOf = (item: object, fields: object = {}) =>
  quote(inputOf({ items: [itemOf({ gst: clothing, ...item })], vendors: [vendorOf()], ...fields })).groups[0]
    ?.lines[0]?.taxes[0]?.rate;

describe('a slab by sale value', () => {
  it.each([
    [249_999, 1, 5],
    [250_000, 1, 5],
    [250_001, 1, 18],
    [250_000, 3, 5],
    [250_001, 3, 18],
  ])('at %i a piece, %i of them, is %i %%', (price, quantity, rate) => {
    expect(rateOf({ price, quantity })).toBe(rate);
  });

  it('goes by the value after discounts', () => {
    const item = itemOf({ gst: clothing, price: 260_000 });
    expect(rateOf({ price: 260_000 }, { coupons: fixedCoupon(10_000, [item], 'buyer-1') })).toBe(5);
    expect(rateOf({ price: 260_000 }, { coupons: fixedCoupon(9_999, [item], 'buyer-1') })).toBe(18);
  });

  it('of prices with tax goes by what they are without it at the lower rate', () => {
    const included = { pricesIncludeTax: true };
    // 2,500 and 5 % of it are 2,625.
    expect(rateOf({ price: 262_500 }, included)).toBe(5);
    expect(rateOf({ price: 262_501 }, included)).toBe(18);
  });

  it('is kept with the order at the rate it came to', () => {
    const [group] = quote(inputOf({ items: [itemOf({ gst: clothing, price: 300_000 })] })).groups;
    expect(group?.lines[0]?.item.gst).toEqual({ gstRate: 18, gstExempt: false });
  });

  it('leaves cess to the tax list unless the table has one', () => {
    const defaultTaxRules = [
      { type: 'GST', rate: 18 },
      { type: 'CESS', rate: 12 },
    ];
    const taxes = (gst: GstTreatment) =>
      quote(inputOf({ items: [itemOf({ gst })], defaultTaxRules })).groups[0]?.lines[0]?.taxes.map(
        ({ type, rate }) => [type, rate],
      );
    const gst = { gstRate: 28, gstExempt: false };
    expect(taxes(gst)).toEqual([
      ['GST', 28],
      ['CESS', 12],
    ]);
    expect(taxes({ ...gst, cessRate: 60 })).toEqual([
      ['GST', 28],
      ['CESS', 60],
    ]);
    expect(taxes({ ...gst, cessRate: 0 })).toEqual([['GST', 28]]);
  });
});
