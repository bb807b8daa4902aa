import { isInStock, type QuoteWarning } from '#domain/checkout/quote-warnings.js';
import type { QuoteItem } from '#domain/checkout/quote-input.js';
import type { OrderDiscount, OrderLine } from '#domain/orders/order.js';
import { MAX_CART_ITEMS, MAX_CART_QUANTITY } from './cart.js';

export const reorderOutcomes = ['added', 'reduced', 'not_available'] as const;
export type ReorderOutcome = (typeof reorderOutcomes)[number];

export const reorderReasons = [
  'deleted',
  'not_available',
  'vendor_suspended',
  'out_of_stock',
  'quantity_below_minimum',
  'quantity_above_maximum',
  'cart_full',
] as const;
export type ReorderReason = (typeof reorderReasons)[number];

/** What an order had of a variant, its lines taken together. */
export interface OrderedVariant {
  variantId: string;
  productId: string;
  title: string;
  variantTitle: string | null;
  thumbnail: string | null;
  quantity: number;
  /** Subunits of a piece. */
  unitPrice: number;
}

/** What became of a variant that is ordered again. */
export interface ReorderedLine extends Omit<OrderedVariant, 'unitPrice'> {
  outcome: ReorderOutcome;
  /** Why it is not, or not all of it, in the cart; null where it is. */
  reason: ReorderReason | null;
  /** Pieces that the cart has for it: no more than were ordered. */
  addedQuantity: number;
  /** Subunits of a piece, then and now; now is null where it is not sold. */
  orderedPrice: number;
  price: number | null;
  priceChanged: boolean;
}

type Line = Pick<
  OrderLine,
  | 'variantId'
  | 'productId'
  | 'title'
  | 'variantTitle'
  | 'thumbnail'
  | 'quantity'
  | 'unitPrice'
  | 'lineSubtotal'
  | 'discountTotal'
>;

/** The variants of an order, each once, without the gifts of automatic offers: the cart gets those by itself. */
export function orderedVariants(
  lines: readonly Line[],
  discounts: readonly Pick<OrderDiscount, 'terms'>[],
): OrderedVariant[] {
  const gifts = new Set(discounts.map(({ terms }) => terms.offer?.giftVariantId));
  const variants = new Map<string, OrderedVariant>();
  for (const line of lines) {
    const { variantId, productId, title, variantTitle, thumbnail, quantity, unitPrice } = line;
    if (gifts.has(variantId) && line.discountTotal === line.lineSubtotal) continue;
    const before = variants.get(variantId)?.quantity ?? 0;
    variants.set(variantId, {
      variantId,
      productId,
      title,
      variantTitle,
      thumbnail,
      unitPrice,
      quantity: before + quantity,
    });
  }
  return [...variants.values()];
}

const refusing: readonly string[] = ['not_available', 'vendor_suspended'];

/** How many pieces of an item may be in a cart, and what sets the limit. */
function limitOf(item: QuoteItem): { most: number; reason: ReorderReason } {
  const most = Math.min(item.maxQuantity ?? MAX_CART_QUANTITY, MAX_CART_QUANTITY);
  return isInStock(item, most)
    ? { most, reason: 'quantity_above_maximum' }
    : { most: Math.max(item.available, 0), reason: 'out_of_stock' };
}

/**
 * What of an ordered variant goes into the cart.
 * @param now the item as it is sold now, undefined where the variant is gone; `warnings` are those of its quote
 */
export function reorderLine(
  { unitPrice: orderedPrice, ...ordered }: OrderedVariant,
  now: { item: QuoteItem; price: number | null; warnings: readonly QuoteWarning[] } | undefined,
): ReorderedLine {
  const result = (outcome: ReorderOutcome, reason: ReorderReason | null, addedQuantity: number) => {
    const price = addedQuantity > 0 ? (now?.price ?? null) : null;
    return {
      ...ordered,
      outcome,
      reason,
      addedQuantity,
      orderedPrice,
      price,
      priceChanged: price !== null && price !== orderedPrice,
    };
  };
  if (!now) return result('not_available', 'deleted', 0);
  const refusal = now.warnings.find(({ code }) => refusing.includes(code));
  if (refusal) return result('not_available', refusal.code as ReorderReason, 0);
  const { most, reason } = limitOf(now.item);
  const quantity = Math.min(ordered.quantity, most);
  if (quantity <= 0) return result('not_available', reason, 0);
  if (quantity < (now.item.minQuantity ?? 1))
    return result('not_available', quantity < ordered.quantity ? reason : 'quantity_below_minimum', 0);
  return quantity < ordered.quantity ? result('reduced', reason, quantity) : result('added', null, quantity);
}

/**
 * Leaves out what a cart has no room for.
 * @param had what the cart holds already, by variant
 */
export function withinCart(
  lines: readonly ReorderedLine[],
  had: ReadonlyMap<string, unknown>,
): ReorderedLine[] {
  let room = MAX_CART_ITEMS - had.size;
  return lines.map((line): ReorderedLine => {
    if (line.addedQuantity === 0 || had.has(line.variantId)) return line;
    room -= 1;
    if (room >= 0) return line;
    return {
      ...line,
      outcome: 'not_available',
      reason: 'cart_full',
      addedQuantity: 0,
      price: null,
      priceChanged: false,
    };
  });
}
