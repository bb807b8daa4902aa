import {
  type OrderedVariant,
  type ReorderedLine,
  type ReorderReason,
  reorderReasons,
} from '#domain/carts/reorder.js';
import type { OwnItem } from './wishlist.js';

export const notInCartReasons = [...reorderReasons, 'variant_required'] as const;
export type NotInCartReason = ReorderReason | 'variant_required';

/** What became of an item of a list that is put into a cart as a whole. */
export interface ItemInCart {
  itemId: string;
  /** The variant that was meant; null where one has to be chosen, or nothing is on sale. */
  variantId: string | null;
  title: string;
  variantTitle: string | null;
  inCart: boolean;
  /** Null where it is in the cart. */
  reason: NotInCartReason | null;
}

/** One piece of each variant that the items stand for, each variant once. */
export function wantedVariants(items: readonly OwnItem[]): OrderedVariant[] {
  const variants = new Map<string, OrderedVariant>();
  for (const { onlyVariantId: variantId, productId, title, variantTitle, image, price } of items)
    if (variantId !== null)
      variants.set(variantId, {
        variantId,
        productId,
        title,
        variantTitle,
        thumbnail: image,
        quantity: 1,
        unitPrice: price ?? 0,
      });
  return [...variants.values()];
}

/** @param lines what became of the variants that the items stand for */
export function itemsInCart(items: readonly OwnItem[], lines: readonly ReorderedLine[]): ItemInCart[] {
  const byVariant = new Map(lines.map((line) => [line.variantId, line]));
  return items.map((item): ItemInCart => {
    const { id: itemId, onlyVariantId: variantId, title, variantTitle } = item;
    const line = variantId === null ? undefined : byVariant.get(variantId);
    const inCart = line !== undefined && line.addedQuantity > 0;
    const reason = inCart ? null : (line?.reason ?? unboughtReason(item));
    return { itemId, variantId, title, variantTitle, inCart, reason };
  });
}

function unboughtReason({ onSale, inStock }: OwnItem): NotInCartReason {
  if (!onSale) return 'not_available';
  return inStock ? 'variant_required' : 'out_of_stock';
}
