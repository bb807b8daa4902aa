/** The share of a coupon or of an automatic offer that falls on a line. */
export interface LineDiscount {
  code: string;
  /** Of an automatic offer, whose code says nothing to buyers. */
  name?: string;
  /** Subunits. */
  amount: number;
  /** The part of it that the platform pays, in subunits; missing where the vendor bears all of it. */
  platformAmount?: number;
}
