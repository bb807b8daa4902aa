import { type Calendar, minutesAfter } from './calendar.js';
import { createDraft } from './draft-past-order.js';
import { createDraw, createIds } from './draw.js';
import { importFile } from './import-file.words.js';
import { newcomerFamily } from './newcomer.catalog.js';
import type { HistoryIds, PlannedOrder } from './order-diary.js';
import { pastOrder } from './order-history.js';
import type { PlannedBuyer } from './plan-buyers.js';
import { planCatalog, type PlannedProduct } from './plan-products.js';
import type { TaxonomyPlan } from './plan-taxonomy.js';
import { type PlannedVendor, planNewcomer } from './plan-vendors.js';
import { quoteVendor, stockShelves } from './shelf.js';

/** What the platform is asked to do when it first runs with the demo data: flows for somebody to look at. */
export interface NewestPlan {
  newcomer: PlannedVendor;
  products: PlannedProduct[];
  /** Of the newcomer, who is not registered for GST: the invoice that is asked for cannot be issued. */
  order: PlannedOrder;
  invoiceId: string;
  /** A product file of the vendor account some of whose rows cannot be taken in. */
  productImport: { id: string; vendor: PlannedVendor; fileName: string; content: string };
}

export function planNewest(
  seed: number,
  calendar: Calendar,
  world: { vendors: readonly PlannedVendor[]; buyers: readonly PlannedBuyer[]; taxonomy: TaxonomyPlan },
): NewestPlan {
  const [first] = world.vendors;
  const [, buyer] = world.buyers;
  if (!first || !buyer) throw new Error('There is nobody to sell or to buy');
  const newcomer = planNewcomer(seed, calendar);
  const families = [{ family: newcomerFamily, vendor: newcomer.vendor }];
  const products = planCatalog(seed, calendar, {
    families,
    taxonomy: world.taxonomy,
    count: 1,
    group: 'newcomer ',
  });
  onSale(products, calendar.daysAgo(2, 9 * 60));
  return {
    newcomer,
    products,
    order: orderOf(seed, calendar, newcomer, products, buyer),
    invoiceId: createIds(seed, 'invoices')(),
    productImport: {
      id: createIds(seed, 'imports')(),
      vendor: first,
      fileName: 'autumn-dupattas.csv',
      content: importFile,
    },
  };
}

/** Whatever was drawn: its one product is there, since it came. */
function onSale(products: readonly PlannedProduct[], since: Date): void {
  const stamp = since.toISOString();
  for (const { written, stock } of products) {
    Object.assign(written.product, {
      status: 'active',
      publishedAt: stamp,
      createdAt: stamp,
      updatedAt: stamp,
    });
    for (const variant of written.variants)
      Object.assign(variant, {
        createdAt: stamp,
        updatedAt: stamp,
        specialPrice: null,
        specialPriceStart: null,
        specialPriceEnd: null,
      });
    for (const level of stock) Object.assign(level, { onHand: 24, trackInventory: true });
  }
}

function orderOf(
  seed: number,
  calendar: Calendar,
  newcomer: PlannedVendor,
  products: readonly PlannedProduct[],
  buyer: PlannedBuyer,
): PlannedOrder {
  const draw = createDraw(seed, 'newcomer orders');
  const kind = (name: string) => createIds(seed, `newcomer ${name}`);
  const ids: HistoryIds = { payment: kind('payments'), refund: kind('refunds'), step: kind('timeline') };
  const draft = createDraft({ draw, newId: kind('orders'), quoteVendors: [quoteVendor(newcomer)] });
  const [item] = stockShelves(products).get(newcomer.vendor.id) ?? [];
  if (!item) throw new Error('The newcomer has nothing to sell');
  // Yesterday evening, so that it is the newest one that was confirmed.
  const placedAt = minutesAfter(calendar.daysAgo(1, 23 * 60), 30);
  const order = draft(buyer, [{ item, quantity: 2 }], 'cod', placedAt);
  const ownerOf = new Map([[newcomer.vendor.id, newcomer.owner.userId]]);
  return pastOrder(order, { draw, ids, fate: 'confirmed', ownerOf });
}
