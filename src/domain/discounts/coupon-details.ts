import type { OrderPlatform } from '#domain/orders/order.js';
import type { Discount } from './discount.js';
import type { LineTargets } from './line-targets.js';

/** A coupon of a cart with how often it is in use. */
export interface CouponDetails {
  discount: Discount;
  /** Uses held by all customers; only counted where the discount has a total limit. */
  uses: number;
  /** Uses held by this customer. */
  usesByCustomer: number;
  /** It was entered by a code for one order, which another order has, or which no longer exists. */
  codeTaken?: boolean;
  /** Whether the customer is in one of the groups that the discount is limited to; undefined where it names none. */
  inGroup?: boolean;
}

/** Who buys, as far as coupons ask. */
export interface CouponCustomer {
  userId: string;
  guest: boolean;
  platform: OrderPlatform;
  /** Own orders that were confirmed and not cancelled. */
  confirmedOrders: number;
  /** Those, and orders that wait for their payment, of all that the limits of one customer count together. */
  earlierOrders: number;
}

/** A line of a cart that can be bought, as far as coupons ask. Amounts in subunits. */
export interface DiscountableLine {
  itemId: string;
  vendorId: string;
  targets: LineTargets;
  /** Of a piece, without the special price. */
  price: number;
  /** Of a piece, in effect. */
  unitPrice: number;
  /** Pieces. */
  quantity: number;
  /** `unitPrice` times quantity. */
  subtotal: number;
  /** The automatic offer that gives it; missing on what the buyer put in. */
  giftOf?: string;
}

/** A cart as the coupons find it. */
export interface DiscountableCart {
  lines: readonly DiscountableLine[];
  /** Shipping charge of each vendor before any coupon, in subunits. */
  shipping: ReadonlyMap<string, number>;
  customer: CouponCustomer;
  /** What plugins want to be met, beside the rules of the platform. */
  conditions?: readonly DiscountCondition[];
  /** ISO 4217. */
  currency: string;
  now: Date;
}

/** What is known of one coupon in one cart. */
export interface CouponCase extends CouponDetails {
  cart: DiscountableCart;
  /** Merchandise of the whole cart before discounts, in subunits. */
  merchandise: number;
}

/** A rule of a plugin that every coupon has to meet; it decides by the code of the discount whether that is its concern. */
export interface DiscountCondition {
  /** What the explanation for administrators calls it. */
  name: string;
  /** Pure, and equal for equal arguments: the cart, place-order and the explanation ask it. */
  holds(details: CouponCase): boolean;
  /** One sentence for the buyer when it does not hold. */
  refusal(details: CouponCase): string;
}
