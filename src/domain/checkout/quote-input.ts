import type { CouponCustomer, CouponDetails } from '#domain/discounts/coupon-details.js';
import type { LineTargets } from '#domain/discounts/line-targets.js';
import type { OnSaleDetails } from '#domain/products/offered.js';
import type { GstTreatment } from '#domain/tax/gst-rate.js';
import type { VariantPrices } from './current-price.js';
import type { PricingRules } from './pricing-rules.js';
import type { TaxRule } from './line-taxes.js';
import type { SupplyAddresses } from '#domain/tax/place-of-supply.js';

/** One item of a cart with everything its price and its purchase depend on, as the database has it now. */
export interface QuoteItem extends VariantPrices, OnSaleDetails {
  itemId: string;
  vendorId: string;
  productId: string;
  /** Its main category; null or missing where it has none. */
  primaryCategoryId?: string | null;
  variantId: string;
  quantity: number;
  /** Subunits that a piece cost when the buyer last set this item; null when it had no price. */
  unitPriceSeen: number | null;
  title: string;
  slug: string;
  variantTitle: string | null;
  sku: string | null;
  hsnCode: string | null;
  /** What GST the item has: its own, of its product or by its HSN code. */
  gst: GstTreatment;
  /** Grams of a piece. */
  weight: number | null;
  thumbnail: string | null;
  /** The product or the variant was deleted. */
  deleted: boolean;
  /** Its options no longer exist: it has to be completed before it can be sold. */
  detached: boolean;
  minQuantity: number | null;
  maxQuantity: number | null;
  trackInventory: boolean;
  allowBackorder: boolean;
  /** On hand less reserved. */
  available: number;
  /** Basis points of the commission of its category; missing where the vendor's applies. */
  commissionBps?: number;
  /** The automatic offer that gives it; missing on what the buyer put in. */
  giftOf?: string;
}

/** A vendor of the cart with the settings that its sub-order follows. */
export interface QuoteVendor {
  vendorId: string;
  name: string;
  slug: string;
  suspended: boolean;
  /** Basis points. */
  commissionBps: number;
  /** Whether the vendor charges GST: with a GSTIN, and not under the composition scheme (CGST Act 2017, sections 32 and 10(4)). */
  registeredForGst: boolean;
  /** GST code of the only State that it may supply, see `onlyStateOf`; null or missing where that is all. */
  sellsWithin?: string | null;
  /** The vendor's own taxes; null where it has none and the platform's apply. */
  taxRules: readonly TaxRule[] | null;
  /** Subunits for the whole part, whatever is in it. */
  shippingFlatRate: number;
  /** From this merchandise subtotal on (subunits) shipping is free; null is never. */
  shippingFreeAbove: number | null;
}

/**
 * The coupons of a cart in the order in which they were added, and the automatic offers, with everything that they are
 * evaluated by.
 */
export interface QuoteCoupons {
  coupons: readonly CouponDetails[];
  /** What each variant of the cart can be targeted by. */
  targets: ReadonlyMap<string, LineTargets>;
  customer: CouponCustomer;
  /** What automatic offers would give of the vendors of the cart. */
  gifts?: readonly QuoteItem[];
}

export interface QuoteInput {
  items: readonly QuoteItem[];
  vendors: readonly QuoteVendor[];
  coupons?: QuoteCoupons;
  defaultTaxRules: readonly TaxRule[];
  pricesIncludeTax: boolean;
  /** Whether shipping is taxed with the goods (CGST Act 2017, sections 8 and 15(2)). */
  taxShipping: boolean;
  /** Where the goods go and who is billed, as far as they are known. */
  addresses?: SupplyAddresses;
  /** What plugins decide of it. */
  rules?: PricingRules;
  /** ISO 4217. */
  currency: string;
  now: Date;
}
