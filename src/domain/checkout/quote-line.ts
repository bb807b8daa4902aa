import type { LineDiscount } from '#domain/discounts/line-discount.js';
import type { LineTax } from './line-taxes.js';
import type { QuoteItem } from './quote-input.js';

/** An item with its amounts, all in subunits. What cannot be bought is shown, and counts nothing. */
export interface QuoteLine<Item = QuoteItem> {
  item: Item;
  purchasable: boolean;
  /** The price in effect; null where there is none. */
  unitPrice: number | null;
  /** The price without the special price. */
  originalPrice: number | null;
  /** `unitPrice` times quantity. */
  subtotal: number;
  discountTotal: number;
  /** The part of `discountTotal` that the platform pays: the buyer saves it, and it stays in the taxable value. */
  platformDiscount: number;
  /** What each coupon takes off the line; coupons that take off nothing are left out. */
  discounts: LineDiscount[];
  taxes: LineTax[];
  taxTotal: number;
  /** Of the vendor's shipping that is taxed with the line, on the same side of tax as prices; 0 where it is not taxed. */
  shippingShare: number;
  /** Taxes of that share; not part of `taxTotal` and `total`. */
  shippingTaxes: LineTax[];
  /** What the buyer pays for the line, taxes included. */
  total: number;
}
