import type { BasketItem } from './draft-past-order.js';
import { createDraw } from './draw.js';
import type { ShelfItem } from './shelf.js';

/** Buyers of one of these take another one of them along. */
const TOGETHER = 3;
/** Of a vendor: its most popular products. */
const GROUPS = 2;
const TAKEN_ALONG_IN_100 = 85;

/** Products that are bought together, so that the marketplace has something to recommend. */
export function createCompanions(seed: number, shelves: ReadonlyMap<string, readonly ShelfItem[]>) {
  const draw = createDraw(seed, 'companions');
  const groupOf = new Map<string, string[]>();
  for (const shelf of shelves.values()) {
    const products = [...new Set(shelf.map(({ productId }) => productId))].slice(0, TOGETHER * GROUPS);
    for (const [place, productId] of products.entries()) {
      const first = place - (place % TOGETHER);
      groupOf.set(productId, products.slice(first, first + TOGETHER));
    }
  }
  return (items: readonly BasketItem[], at: Date): BasketItem[] => {
    const inBasket = new Set(items.map(({ item }) => item.productId));
    const wanted = items.find(({ item }) => groupOf.has(item.productId));
    if (!wanted || !draw.percent(TAKEN_ALONG_IN_100)) return [];
    const others = (groupOf.get(wanted.item.productId) ?? []).filter((id) => !inBasket.has(id));
    if (others.length === 0) return [];
    const productId = draw.pick(others);
    const item = shelves
      .get(wanted.item.vendorId)
      ?.find((item) => item.productId === productId && item.available > 0 && item.onSaleSince <= at);
    return item ? [{ item, quantity: 1 }] : [];
  };
}
