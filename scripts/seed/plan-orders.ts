import { type Calendar, minutesAfter } from './calendar.js';
import { createCompanions } from './companions.js';
import { type BasketItem, createDraft } from './draft-past-order.js';
import type { createCouponBook } from './coupon-book.js';
import { createDraw, createIds, type Draw } from './draw.js';
import { drawFate, drawPaymentMethod } from './order-fate.js';
import type { HistoryIds, PlannedOrder } from './order-diary.js';
import { pastOrder, waitingOrder } from './order-history.js';
import type { PlannedBuyer } from './plan-buyers.js';
import type { PlannedProduct } from './plan-products.js';
import type { PlannedVendor } from './plan-vendors.js';
import { quoteVendor, type ShelfItem, stockShelves } from './shelf.js';

export const ORDER_DAYS = 60;

/** Every so many orders one is the customer account's. */
const CUSTOMER_EVERY = 40;

/** Minutes ago; both can still be paid. */
const WAITING_SINCE = [4, 11];

interface Marketplace {
  vendors: readonly PlannedVendor[];
  buyers: readonly PlannedBuyer[];
  products: readonly PlannedProduct[];
  coupons: ReturnType<typeof createCouponBook>;
}

interface Basket {
  items: BasketItem[];
  vendorCount: number;
}

/** The orders of the last weeks, oldest first, and those that wait for their payment now. */
export function planOrders(seed: number, calendar: Calendar, world: Marketplace): PlannedOrder[] {
  const draw = createDraw(seed, 'orders');
  const newId = createIds(seed, 'orders');
  const ids: HistoryIds = {
    payment: createIds(seed, 'payments'),
    refund: createIds(seed, 'refunds'),
    step: createIds(seed, 'timeline'),
  };
  const shelves = stockShelves(world.products);
  const ownerOf = new Map(world.vendors.map(({ vendor, owner }) => [vendor.id, owner.userId]));
  const planned: PlannedOrder[] = [];

  function buyerOf(index: number): PlannedBuyer {
    const [customer, ...others] = world.buyers;
    if (!customer) throw new Error('There is nobody to buy');
    return index % CUSTOMER_EVERY === 0 ? customer : draw.pick(others);
  }

  const draft = createDraft({ draw, newId, quoteVendors: world.vendors.map(quoteVendor) });

  const companionsOf = createCompanions(seed, shelves);
  for (const { placedAt, daysAgo } of placements(draw, calendar)) {
    const basket = fillBasket(draw, shelves, world.vendors, placedAt);
    if (basket.items.length === 0) continue;
    basket.items.push(...companionsOf(basket.items, placedAt));
    const fate = drawFate(draw, daysAgo, basket.vendorCount);
    const buyer = buyerOf(planned.length);
    const method = drawPaymentMethod(draw, fate);
    const order = draft(buyer, basket.items, method, placedAt, (platform) =>
      world.coupons.try(buyer, platform, placedAt),
    );
    world.coupons.record(order, fate);
    planned.push(pastOrder(order, { draw, ids, fate, ownerOf }));
    if (fate !== 'expired' && fate !== 'cancelled') takeFromShelf(basket);
  }
  for (const [index, minutes] of [...WAITING_SINCE].sort((item, other) => other - item).entries()) {
    const basket = fillBasket(draw, shelves, world.vendors, calendar.now);
    const buyer = world.buyers[WAITING_SINCE.length - 1 - index];
    if (!buyer || basket.items.length === 0) throw new Error('The last orders could not be planned');
    planned.push(
      waitingOrder(draft(buyer, basket.items, 'sandbox', minutesAfter(calendar.now, -minutes)), ids),
    );
    takeFromShelf(basket);
  }
  return planned;
}

/** When orders were placed: more of them lately and in the evenings, none today. */
function placements(draw: Draw, calendar: Calendar): { placedAt: Date; daysAgo: number }[] {
  return Array.from({ length: ORDER_DAYS }, (_, index) => ORDER_DAYS - index).flatMap((daysAgo) => {
    const count = draw.whole(4, 8) + Math.floor((ORDER_DAYS - daysAgo) / 15);
    const minutes = Array.from({ length: count }, () => {
      return draw.percent(60) ? draw.whole(18 * 60, 23 * 60) : draw.whole(8 * 60, 18 * 60);
    }).sort((item, other) => item - other);
    return minutes.map((minute) => ({ placedAt: calendar.daysAgo(daysAgo, minute), daysAgo }));
  });
}

/** One to four different things of one or two vendors, as far as they are there. */
function fillBasket(
  draw: Draw,
  shelves: ReadonlyMap<string, ShelfItem[]>,
  vendors: readonly PlannedVendor[],
  at: Date,
): Basket {
  const chosen = draw.several(vendors, draw.percent(25) ? 2 : 1);
  const filled = chosen.map(({ vendor }) => {
    const shelf = (shelves.get(vendor.id) ?? []).filter((item) => item.onSaleSince <= at);
    const wanted = Array.from({ length: draw.whole(1, 2) }, () => {
      // The square makes the first of the shelf sell several times as well as the last.
      const item = shelf[Math.floor(draw.fraction() ** 2 * shelf.length)];
      return { item, quantity: draw.percent(75) ? 1 : draw.whole(2, 3) };
    });
    const there = wanted.flatMap(({ item, quantity }) =>
      item && item.available >= quantity ? [{ item, quantity }] : [],
    );
    return there.filter(({ item }, index) => there.findIndex((other) => other.item === item) === index);
  });
  return { items: filled.flat(), vendorCount: filled.filter((items) => items.length > 0).length };
}

function takeFromShelf({ items }: Basket): void {
  for (const { item, quantity } of items) item.available -= quantity;
}
