/** A flat tax as a vendor or the platform sets it. */
export interface TaxRule {
  /** `GST`, `VAT`, … */
  type: string;
  /** Percent, 0 to 100, whole or decimal. */
  rate: number;
}

/** A tax of one line, as orders keep it. */
export interface LineTax extends TaxRule {
  /** Subunits. */
  amount: number;
}

/** Rates are taken to a millionth of a percent, so that decimals such as 0.1 are counted exactly. */
const RATE_SCALE = 1_000_000;

/**
 * The taxes of a line. Rules add up (two of 5 % are 10 %), and each is rounded half up for itself.
 * @param amount subunits of the line after discounts
 * @param included whether `amount` holds the taxes already, and they are to be found in it
 */
export function lineTaxes(amount: number, rules: readonly TaxRule[], included: boolean): LineTax[] {
  const scaled = rules.map((rule) => BigInt(Math.round(rule.rate * RATE_SCALE)));
  const hundred = BigInt(100 * RATE_SCALE);
  const base = included ? hundred + scaled.reduce((sum, rate) => sum + rate, 0n) : hundred;
  return rules.map(({ type, rate }, index) => ({
    type,
    rate,
    amount: divideRoundingHalfUp(BigInt(amount) * (scaled[index] ?? 0n), base),
  }));
}

/** The whole percent or basis-point share of an amount, half up: `halfUpShare(amount, bps, 10_000)`. */
export function halfUpShare(amount: number, part: number, whole: number): number {
  return divideRoundingHalfUp(BigInt(amount) * BigInt(part), BigInt(whole));
}

function divideRoundingHalfUp(dividend: bigint, divisor: bigint): number {
  return Number((2n * dividend + divisor) / (2n * divisor));
}
