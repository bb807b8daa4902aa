/** The share of a coupon that falls on a line. */
export interface LineDiscount {
  code: string;
  /** Subunits. */
  amount: number;
  /** The part of it that the platform pays, in subunits; missing where the vendor bears all of it. */
  platformAmount?: number;
}
