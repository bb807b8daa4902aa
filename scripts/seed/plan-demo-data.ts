import { currentPrice } from '#domain/checkout/current-price.js';
import { createCalendar } from './calendar.js';
import { createDraw, createIds } from './draw.js';
import { type PlannedBuyer, planBuyers } from './plan-buyers.js';
import type { PlannedOrder } from './order-diary.js';
import { planOrders } from './plan-orders.js';
import { type PlannedProduct, planProducts } from './plan-products.js';
import { type PlannedSetting, planSettings } from './plan-settings.js';
import { planTaxonomy, type TaxonomyPlan } from './plan-taxonomy.js';
import { type PlannedVendor, planVendors } from './plan-vendors.js';
import { stockShelves } from './shelf.js';

/** Everything that is to be written: the same for the same seed number and instant. */
export interface DemoPlan {
  seed: number;
  vendors: PlannedVendor[];
  buyers: PlannedBuyer[];
  taxonomy: TaxonomyPlan;
  settings: PlannedSetting[];
  products: PlannedProduct[];
  /** Oldest first. */
  orders: PlannedOrder[];
  cart: {
    id: string;
    buyer: PlannedBuyer;
    items: { id: string; variantId: string; quantity: number; price: number | null }[];
  };
}

const THINGS_IN_CART = 3;

/** Makes up a marketplace, as seen from an instant. Nothing is read or written. */
export function planDemoData(seed: number, now: Date): DemoPlan {
  const calendar = createCalendar(now);
  const vendors = planVendors(seed, calendar);
  const buyers = planBuyers(seed, calendar);
  const taxonomy = planTaxonomy(seed, calendar);
  const products = planProducts(seed, calendar, { vendors, taxonomy });
  const orders = planOrders(seed, calendar, { vendors, buyers, products });
  const settings = planSettings(vendors);
  const [buyer] = buyers;
  if (!buyer) throw new Error('There is nobody to have a cart');
  const cart = { buyer, ...planCart(seed, products, now) };
  return { seed, vendors, buyers, taxonomy, settings, products, orders, cart };
}

function planCart(
  seed: number,
  products: readonly PlannedProduct[],
  now: Date,
): Omit<DemoPlan['cart'], 'buyer'> {
  const draw = createDraw(seed, 'cart');
  const newId = createIds(seed, 'cart');
  const plenty = [...stockShelves(products).values()].flat().filter((item) => item.available > 100);
  const items = draw.several(plenty, THINGS_IN_CART).map((item) => {
    return { id: newId(), variantId: item.variantId, quantity: 1, price: currentPrice(item, now) };
  });
  return { id: newId(), items };
}
