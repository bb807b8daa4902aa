/** The share of a coupon that falls on a line. */
export interface LineDiscount {
  code: string;
  /** Subunits. */
  amount: number;
}
