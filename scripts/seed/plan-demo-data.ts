import type { Discount } from '#domain/discounts/discount.js';
import { createCouponBook } from './coupon-book.js';
import { planDiscounts } from './plan-discounts.js';
import { type ContentPlan, planContent } from './plan-content.js';
import { createCalendar } from './calendar.js';
import { createDraw, createIds } from './draw.js';
import { type PlannedBuyer, planBuyers } from './plan-buyers.js';
import type { PlannedOrder } from './order-diary.js';
import { type MoneyPlan, planMoney } from './plan-money.js';
import { type PlannedShipment, planShipments } from './plan-shipments.js';
import { planOrders } from './plan-orders.js';
import { type AttributePlan, planAttributes } from './plan-attributes.js';
import { type PlannedReview, planReviews } from './plan-reviews.js';
import { type PastImport, planPastImports } from './past-imports.js';
import { type NewestPlan, planNewest } from './plan-newest.js';
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
  attributes: AttributePlan;
  reviews: PlannedReview[];
  content: ContentPlan;
  products: PlannedProduct[];
  discounts: Discount[];
  /** Oldest first. */
  orders: PlannedOrder[];
  newest: NewestPlan;
  money: MoneyPlan;
  shipments: PlannedShipment[];
  imports: PastImport[];
  cart: {
    id: string;
    buyer: PlannedBuyer;
    items: { id: string; variantId: string; quantity: number }[];
  };
}

const THINGS_IN_CART = 3;

/** Makes up a marketplace, as seen from an instant. Nothing is read or written. */
export function planDemoData(seed: number, now: Date): DemoPlan {
  const calendar = createCalendar(now);
  const established = planVendors(seed, calendar);
  const buyers = planBuyers(seed, calendar);
  const taxonomy = planTaxonomy(seed, calendar);
  const catalog = planProducts(seed, calendar, { vendors: established, taxonomy });
  const attributes = planAttributes(seed, calendar, { vendors: established, products: catalog, taxonomy });
  const discounts = planDiscounts(seed, calendar, { vendors: established, buyers, taxonomy });
  const coupons = createCouponBook(seed, { discounts, products: catalog, taxonomy });
  const past = planOrders(seed, calendar, { vendors: established, buyers, products: catalog, coupons });
  const newest = planNewest(seed, calendar, { vendors: established, buyers, taxonomy });
  const [first] = established;
  if (!first) throw new Error('There is nobody to sell');
  const imports = planPastImports(seed, calendar, first, catalog);
  const vendors = [...established, newest.newcomer];
  const products = [...catalog, ...newest.products];
  const placedAt = ({ written: { order } }: PlannedOrder) => order.placedAt.getTime();
  const orders = [...past, newest.order].sort((item, other) => placedAt(item) - placedAt(other));
  const money = planMoney(seed, calendar, { vendors: established, orders: past });
  const shipments = planShipments(seed, calendar, { vendors: established, orders: past });
  const settings = planSettings(vendors);
  const content = planContent(seed, calendar, taxonomy);
  const reviews = planReviews(seed, calendar, past);
  const [buyer] = buyers;
  if (!buyer) throw new Error('There is nobody to have a cart');
  const cart = { buyer, ...planCart(seed, catalog) };
  const written = {
    attributes,
    products,
    discounts,
    orders,
    reviews,
    cart,
    newest,
    money,
    shipments,
    imports,
  };
  return { seed, vendors, buyers, taxonomy, settings, content, ...written };
}

function planCart(seed: number, products: readonly PlannedProduct[]): Omit<DemoPlan['cart'], 'buyer'> {
  const draw = createDraw(seed, 'cart');
  const newId = createIds(seed, 'cart');
  const plenty = [...stockShelves(products).values()].flat().filter((item) => item.available > 100);
  const items = draw.several(plenty, THINGS_IN_CART).map((item) => {
    return { id: newId(), variantId: item.variantId, quantity: 1 };
  });
  return { id: newId(), items };
}
