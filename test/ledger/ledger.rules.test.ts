import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { entriesOf, type LedgerFigures, netOf, NO_FIGURES } from '#domain/ledger/ledger.js';
import { reversalOf } from '#domain/ledger/reversal.js';
import { withCommissionGst, withhold } from '#domain/ledger/sale.js';

const sale: fc.Arbitrary<LedgerFigures> = fc
  .record({
    gross: fc.integer({ min: 1, max: 10_000_000 }),
    share: fc.integer({ min: 0, max: 3_000 }),
  })
  .map(({ gross, share }) => ({
    gross,
    platformDiscount: 0,
    commission: Math.floor((gross * share) / 10_000),
    commissionTax: Math.floor((gross * share) / 55_000),
    tcs: Math.floor(gross / 200),
    tds: Math.floor(gross / 1_000),
  }));

const sumOf = (all: readonly LedgerFigures[]): LedgerFigures =>
  all.reduce(
    (sum, item) => ({
      gross: sum.gross + item.gross,
      platformDiscount: sum.platformDiscount + item.platformDiscount,
      commission: sum.commission + item.commission,
      commissionTax: sum.commissionTax + item.commissionTax,
      tcs: sum.tcs + item.tcs,
      tds: sum.tds + item.tds,
    }),
    NO_FIGURES,
  );

describe('the entries of a posting', () => {
  it('sum to zero, and the vendor’s is the net', () => {
    fc.assert(
      fc.property(sale, (figures) => {
        const posted = {
          ...figures,
          kind: 'sale' as const,
          vendorId: 'v',
          providerId: 'p',
          net: netOf(figures),
        };
        const entries = entriesOf(posted);
        expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
        const own = entries.filter(({ vendorId }) => vendorId !== null);
        expect(own.map(({ amount }) => amount)).toEqual(posted.net === 0 ? [] : [posted.net]);
      }),
    );
  });
});

describe('the refunds of a sale', () => {
  it('take back all of it, however they are split', () => {
    fc.assert(
      fc.property(
        sale,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
        (figures, cuts) => {
          const ends = [...cuts.map((cut) => Math.floor(cut * figures.gross)), figures.gross].sort(
            (a, b) => a - b,
          );
          const refunds: LedgerFigures[] = [];
          let from = 0;
          for (const end of ends) {
            if (end > from) refunds.push(reversalOf(figures, sumOf(refunds), end - from));
            from = end;
          }
          const left = sumOf([figures, ...refunds]);
          expect(left).toEqual(NO_FIGURES);
          for (const refund of refunds) expect(refund.commission).toBeLessThanOrEqual(0);
        },
      ),
    );
  });

  it('beyond the gross take no more than the commission back', () => {
    const figures = { gross: 100, platformDiscount: 0, commission: 10, commissionTax: 0, tcs: 0, tds: 0 };
    const first = reversalOf(figures, NO_FIGURES, 100);
    expect(reversalOf(figures, first, 100)).toEqual({ ...NO_FIGURES, gross: -100 });
  });

  it('of another financial year leave the tax deducted at source', () => {
    const figures = { gross: 1_000, platformDiscount: 0, commission: 100, commissionTax: 18, tcs: 5, tds: 1 };
    expect(reversalOf(figures, NO_FIGURES, 1_000, { reverseTds: false })).toEqual({
      gross: -1_000,
      platformDiscount: 0,
      commission: -100,
      commissionTax: -18,
      tcs: -5,
      tds: 0,
    });
  });
});

describe('withholding', () => {
  const figures = {
    gross: 118_000,
    platformDiscount: 0,
    commission: 10_000,
    commissionTax: 0,
    tcs: 0,
    tds: 0,
  };
  const taxed = { sellerHasGstin: true, taxedValue: 100_000, gst: 18_000 };
  const rates = { tcs: 50, tds: 10 };

  it('collects TCS on the taxed value, deducts TDS without GST and taxes the commission', () => {
    const withheld = withhold(figures, taxed, rates, { collectedByVendor: false });
    expect(withCommissionGst(withheld, 1_800)).toEqual({
      gross: 118_000,
      platformDiscount: 0,
      commission: 10_000,
      commissionTax: 1_800,
      tcs: 500,
      tds: 100,
    });
  });

  it('charges GST on commission in two equal halves, and takes them back as halves', () => {
    const sums = fc.record({
      commission: fc.nat(1_000_000),
      refunds: fc.array(fc.nat(40_000), { maxLength: 6 }),
    });
    fc.assert(
      fc.property(sums, ({ commission, refunds }) => {
        const sale = withCommissionGst({ ...NO_FIGURES, gross: 100_000, commission }, 1_800);
        expect(sale.commissionTax % 2).toBe(0);
        expect(Math.abs(sale.commissionTax - commission * 0.18)).toBeLessThanOrEqual(1.01);
        let before = NO_FIGURES;
        for (const amount of [...refunds, sale.gross]) {
          const left = Math.min(amount, sale.gross + before.gross);
          const back = reversalOf(sale, before, left);
          expect(Math.abs(back.commissionTax % 2)).toBe(0);
          before = sumOf([before, back]);
        }
        expect([before.commission + commission, before.commissionTax + sale.commissionTax]).toEqual([0, 0]);
      }),
    );
  });

  it('collects no TCS of money that the vendor took, or of a seller without GSTIN', () => {
    expect(withhold(figures, taxed, rates, { collectedByVendor: true })).toMatchObject({ tcs: 0, tds: 100 });
    const unregistered = { ...taxed, sellerHasGstin: false };
    expect(withhold(figures, unregistered, rates, { collectedByVendor: false })).toMatchObject({ tcs: 0 });
  });
});
