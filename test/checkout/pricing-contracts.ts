import { describe, expect, it } from '@jest/globals';
import type { Address } from '#domain/_shared/address.js';
import type { CommissionInput, PricingRules, ShippingRateInput } from '#domain/checkout/pricing-rules.js';
import { newId } from '#lib/ids.js';

/** Subunits, as far as sums of them stay exact. */
const MAX_RATE = 10 ** 12;
const FULL_BPS = 10_000;

function freeze<T extends object>(value: T): T {
  for (const item of Object.values(value) as unknown[])
    if (typeof item === 'object' && item !== null && !(item instanceof Date)) freeze(item);
  return Object.freeze(value);
}

/** Whether a price is null or whole subunits within bounds, equal when it is asked for again, for equal arguments too. */
function expectPure<Input extends object>(
  rule: (input: Input) => number | null,
  inputs: readonly Input[],
  most: number,
): void {
  for (const input of inputs) {
    const price = rule(freeze(input));
    if (price !== null) {
      expect(Number.isInteger(price)).toBe(true);
      expect(price).toBeGreaterThanOrEqual(0);
      expect(price).toBeLessThanOrEqual(most);
    }
    expect([rule(input), rule(structuredClone(input))]).toEqual([price, price]);
  }
}

const shippingAddress: Address = {
  name: 'Asha Rao',
  phone: '+919820012345',
  line1: '12 Hill Road',
  line2: null,
  city: 'Mumbai',
  stateCode: '27',
  postalCode: '400050',
  country: 'IN',
  gstin: null,
};

function parcels(): ShippingRateInput[] {
  const subtotals = [1, 99, 499_00, 999_99, 1_000_00, 50_000_00, 10 ** 9];
  const weights = [null, 0, 1, 499, 500, 25_000];
  return subtotals.flatMap((subtotal) =>
    weights.flatMap((weightGrams) =>
      [0, 49_00].map((vendorRate): ShippingRateInput => {
        const line = { variantId: newId(), quantity: 3, subtotal, weightGrams };
        const addresses = weightGrams === 0 ? undefined : { shippingAddress, billingAddress: null };
        return { vendorId: newId(), subtotal, lines: [line], vendorRate, addresses, currency: 'INR' };
      }),
    ),
  );
}

/** What pricing relies on of a plugin's shipping rate: call it in a test file with the function of the port. */
export function shippingRateContract(name: string, rate: NonNullable<PricingRules['shippingRate']>): void {
  describe(`the shipping rate ${name}`, () => {
    it('is null or whole subunits, and the same whenever it is asked for', () => {
      expectPure(rate, parcels(), MAX_RATE);
    });

    it('takes a cart without an address, and one of many lines', () => {
      const [parcel] = parcels();
      if (!parcel) return;
      const lines = Array.from({ length: 200 }, () => ({
        variantId: newId(),
        quantity: 100,
        subtotal: 100_00,
        weightGrams: 250,
      }));
      expectPure(
        rate,
        [
          { ...parcel, addresses: undefined },
          { ...parcel, subtotal: 20_000_00, lines },
        ],
        MAX_RATE,
      );
    });
  });
}

/** The same of a commission, in basis points. */
export function commissionContract(name: string, commission: NonNullable<PricingRules['commission']>): void {
  describe(`the commission ${name}`, () => {
    it('is null or basis points from 0 to 10,000, and the same whenever it is asked for', () => {
      const inputs = [0, 1, 250, 1_000, FULL_BPS].flatMap((commissionBps) =>
        ['2026-03-31T18:29:59.999Z', '2026-11-23T12:00:00Z'].map((now): CommissionInput => ({
          vendorId: newId(),
          commissionBps,
          now: new Date(now),
        })),
      );
      expectPure(commission, inputs, FULL_BPS);
    });
  });
}
