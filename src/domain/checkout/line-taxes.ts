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
export const RATE_SCALE = 1_000_000;

/** The whole percent or basis-point share of an amount, half up: `halfUpShare(amount, bps, 10_000)`. */
export function halfUpShare(amount: number, part: number, whole: number): number {
  return divideRoundingHalfUp(BigInt(amount) * BigInt(part), BigInt(whole));
}

export function divideRoundingHalfUp(dividend: bigint, divisor: bigint): number {
  return Number((2n * dividend + divisor) / (2n * divisor));
}
