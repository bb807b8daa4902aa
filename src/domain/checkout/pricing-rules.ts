import type { DiscountCondition } from '#domain/discounts/coupon-details.js';
import type { SupplyAddresses } from '#domain/tax/place-of-supply.js';

/** What a vendor of the cart sends, for a rate of its shipping. Amounts in subunits of `currency`. */
export interface ShippingRateInput {
  vendorId: string;
  /** What is bought of this vendor before discounts. */
  subtotal: number;
  lines: readonly { variantId: string; quantity: number; subtotal: number; weightGrams: number | null }[];
  /** What the vendor's own settings come to. */
  vendorRate: number;
  /** Where it goes, as far as it is known. */
  addresses: SupplyAddresses | undefined;
  currency: string;
}

/** A vendor of the cart, for its commission. */
export interface CommissionInput {
  vendorId: string;
  /** The vendor's own, in basis points. */
  commissionBps: number;
  now: Date;
}

/** What plugins decide of a price. Pure functions: a quote is made several times on the way to an order. */
export interface PricingRules {
  /** Subunits for the whole sub-order; null leaves the vendor's own rate. */
  shippingRate?(input: ShippingRateInput): number | null;
  /** Basis points of the commission; null leaves the vendor's own. */
  commission?(input: CommissionInput): number | null;
  discountConditions: readonly DiscountCondition[];
}
