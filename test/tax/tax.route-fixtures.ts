import type { MakeFixture } from '../sweeps/fixture-makers.js';

interface Slab {
  slabLimit?: unknown;
  gstRateAbove?: unknown;
}

/** Rates of the HSN table, each of its own prefix. */
const distinctPrefixes: MakeFixture = () =>
  Promise.resolve({
    fit: (json) => {
      const { rates } = json as { rates?: Slab[] };
      if (!Array.isArray(rates)) return json;
      const rows = rates.map((rate, index) => ({
        gstRate: 5,
        ...rate,
        hsnPrefix: String(10_000_000 + index),
      }));
      // A limit has a unit, and a rate above it.
      const slabOf = ({ slabLimit, gstRateAbove }: Slab) =>
        typeof slabLimit === 'number' || typeof gstRateAbove === 'number'
          ? { slabUnit: 'piece', slabLimit: slabLimit ?? 100, gstRateAbove: gstRateAbove ?? 18 }
          : {};
      return { rates: rows.map((row) => ({ ...row, ...slabOf(row), gstExempt: false })) };
    },
  });

export const taxRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'GET /vendor/hsn-suggestions': ({ fixtures }) =>
    Promise.resolve({ query: `?categoryId=${fixtures.idOf('category')}` }),
  'PUT /admin/tax/hsn-rates': distinctPrefixes,
};
