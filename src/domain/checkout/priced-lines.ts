import { MAX_CART_SUBTOTAL } from '#domain/carts/cart.js';
import { isOffered } from '#domain/products/offered.js';
import { currentPrice } from './current-price.js';
import type { QuoteInput, QuoteItem, QuoteVendor } from './quote-input.js';
import type { QuoteLine } from './quote-line.js';
import { isInStock } from './quote-warnings.js';

type VendorOf = (item: QuoteItem) => QuoteVendor;

export function vendorsOf(input: Pick<QuoteInput, 'vendors'>): VendorOf {
  const vendors = new Map(input.vendors.map((vendor) => [vendor.vendorId, vendor]));
  return (item) => {
    const vendor = vendors.get(item.vendorId);
    if (!vendor) throw new Error(`Item ${item.itemId} names a vendor that was not read with it`);
    return vendor;
  };
}

/**
 * The lines of a cart at the prices in effect, without discounts and taxes; `beyond` are those that do not fit. Behind them
 * are the gifts that automatic offers can give, as far as they are for sale.
 */
export function pricedLines(
  input: Pick<QuoteInput, 'items' | 'now' | 'coupons'>,
  vendorOf: VendorOf,
): { priced: QuoteLine[]; beyond: ReadonlySet<QuoteItem> } {
  const gifts = input.coupons?.gifts ?? [];
  const { fitting, beyond } = capLines(
    [...input.items, ...gifts].map((item) => pricedLine(item, vendorOf(item), input.now)),
  );
  if (gifts.length === 0) return { priced: fitting, beyond };
  const taken = new Map<string, number>();
  const priced = fitting.filter(({ item, purchasable }) => {
    const pieces = (taken.get(item.variantId) ?? 0) + item.quantity;
    const isKept = item.giftOf === undefined || (purchasable && isInStock(item, pieces));
    if (isKept) taken.set(item.variantId, pieces);
    return isKept;
  });
  return { priced, beyond };
}

function pricedLine(item: QuoteItem, vendor: QuoteVendor, now: Date): QuoteLine {
  const unitPrice = currentPrice(item, now);
  return lineAt(item, unitPrice, !vendor.suspended && isOffered(item, unitPrice, now));
}

/** A line at a price, without discounts and taxes. */
export function lineAt<Item extends Pick<QuoteItem, 'price' | 'quantity'>>(
  item: Item,
  unitPrice: number | null,
  purchasable: boolean,
): QuoteLine<Item> {
  const subtotal = purchasable ? (unitPrice ?? 0) * item.quantity : 0;
  return {
    item,
    purchasable,
    unitPrice,
    originalPrice: item.price,
    subtotal,
    discountTotal: 0,
    platformDiscount: 0,
    discounts: [],
    taxes: [],
    taxTotal: 0,
    shippingShare: 0,
    shippingTaxes: [],
    total: subtotal,
  };
}

/**
 * Lets lines count as long as they come to no more than a cart may: prices can rise after items were put in, and no
 * amount of a quote may leave the integers that a number holds exactly. What does not fit counts nothing.
 */
function capLines(lines: readonly QuoteLine[]): { fitting: QuoteLine[]; beyond: ReadonlySet<QuoteItem> } {
  const beyond = new Set<QuoteItem>();
  let subtotal = 0;
  const fitting = lines.map((line) => {
    if (subtotal + line.subtotal <= MAX_CART_SUBTOTAL) {
      subtotal += line.subtotal;
      return line;
    }
    beyond.add(line.item);
    return { ...line, purchasable: false, subtotal: 0, total: 0 };
  });
  return { fitting, beyond };
}
