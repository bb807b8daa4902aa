import { hashPassword } from 'better-auth/crypto';
import { ensureSuperAdmin } from '#api/access/ensure-super-admin.js';
import { createCartsRepository } from '#db/carts/carts.repository.js';
import { createProductsRepository } from '#db/products/products.repository.js';
import { createTaxonomyRepository } from '#db/taxonomy/taxonomy.repository.js';
import { awaitSettled } from '#db/kernel/await-settled.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import { type Context, systemContext } from '#domain/_shared/context.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { productsEvents } from '#domain/products/products.events.js';
import type { Container } from '#runtime/container.js';
import { growMarketplace } from './grow/grow-marketplace.js';
import type { Size } from './grow/size.js';
import { writeFeedSettings } from './feed-settings.js';
import { writePastImports } from './past-imports.js';
import { storeLabels } from './labels.js';
import { storePictures } from './pictures.js';
import { type DemoPlan, planDemoData } from './plan-demo-data.js';
import { createPastLedger } from './post-past-sales.js';
import { writeReportExports } from './report-exports.js';
import { approverAccount, customerAccount, vendorAccount } from './sign-in-accounts.js';
import { writeAttributes } from './write-attributes.js';
import { mineDemoOrders, writeContent } from './write-content.js';
import { writeCampaigns } from './write-campaigns.js';
import { writeBackInStockRequests, writeDiscounts } from './write-discounts.js';
import { writeMoney } from './write-money.js';
import { storeImportFile, writeNewest } from './write-newest.js';
import { writeOrders } from './write-orders.js';
import { writeApprover, writeBuyers, writeVendors } from './write-people.js';
import { writeReviews } from './write-reviews.js';
import { writeCarrierSettings, writeShipments } from './write-shipments.js';
import { writeSynonyms } from './write-synonyms.js';
import { writeStock } from './write-stock.js';

export interface DemoDataOptions {
  seed: number;
  /** Receives each step in one line. */
  say: (line: string) => void;
  /** More of it than the demo data has. */
  size?: Partial<Size>;
}

/**
 * Loads the marketplace of a seed number into an empty one, as a whole or not at all; where it is loaded already, or
 * another process is loading it at this moment, nothing of it is written. Then it is grown to the size that is asked for.
 * @returns whether it was loaded now
 * @throws Error for a database that holds another marketplace
 */
export async function loadDemoData(
  container: Container,
  { seed, say, size = {} }: DemoDataOptions,
): Promise<boolean> {
  if (await ensureSuperAdmin(container)) say(`administrator ${container.config.ADMIN_EMAIL}`);
  const plan = planDemoData(seed, container.clock.now());
  const loaded = await loadPlan(container, plan, say);
  if (loaded) await mineDemoOrders(container);
  const grows = Object.keys(size).length > 0;
  if (grows) {
    await growMarketplace(container, plan, size, say);
    await postSales(container, say);
  }
  if (loaded || grows) await refreshDashboard(container, say);
  return loaded;
}

/**
 * Computes the dashboard once the platform has imported the product file that the demo data brings: the products of the file are
 * the last ones to come.
 * @param waitMs after which it is computed with those that are there
 */
export async function finishDemoData(
  container: Container,
  { say, waitMs }: Pick<DemoDataOptions, 'say'> & { waitMs: number },
): Promise<void> {
  const imported = async () => {
    const open: unknown = await container
      .knex('product_imports')
      .whereIn('status', ['pending', 'running'])
      .first('id');
    return open === undefined || undefined;
  };
  await awaitSettled(container.live, 'productImport', '', imported, waitMs);
  await refreshDashboard(container, say);
}

/** So that a first start shows figures at once. */
async function refreshDashboard(container: Container, say: DemoDataOptions['say']): Promise<void> {
  const { unitOfWork, clock, operations } = container;
  const ctx = systemContext({ name: 'demo-data' }, clock.now());
  const zone = storeSettings.timeZone.default;
  const refresh = () => unitOfWork.run(ctx, (tx) => operations.refreshStep(tx, zone));
  let step = await refresh();
  while (step.kind === 'more') step = await refresh();
  say(`dashboard of ${zone}`);
}

/** The ledger of the orders that were grown. */
async function postSales(container: Container, say: DemoDataOptions['say']): Promise<void> {
  const { unitOfWork, clock } = container;
  const ctx = systemContext({ name: 'demo-data' }, clock.now());
  const next = createPastLedger();
  let posted = 0;
  for (let after: string | null = null; ;) {
    const batch: { last: string; orders: number } | null = await unitOfWork.run(ctx, async (tx) => {
      await tx.raw(`set local statement_timeout = '5min'`);
      return next(tx, ctx, after);
    });
    if (!batch) break;
    after = batch.last;
    posted += batch.orders;
  }
  if (posted > 0) say(`sales of ${posted} further paid orders in the ledger`);
}

async function loadPlan(container: Container, plan: DemoPlan, say: DemoDataOptions['say']): Promise<boolean> {
  const { knex, unitOfWork, clock } = container;
  if (await isLoaded(knex, plan)) return false;
  // A third of a second each: before the transaction, not inside it.
  const passwords = {
    approver: await hashPassword(approverAccount.password),
    vendor: await hashPassword(vendorAccount.password),
    customer: await hashPassword(customerAccount.password),
  };
  await storePictures(container, plan.products);
  await storeImportFile(container, plan.newest);
  await storeLabels(container, plan.shipments);
  const ctx = systemContext({ name: 'demo-data' }, clock.now());
  return unitOfWork.run(ctx, async (tx) => {
    // A second loader waits until the first has finished, which may take longer than other statements.
    await tx.raw(`set local statement_timeout = '5min'`);
    await tx.raw(`select pg_advisory_xact_lock(hashtextextended('demo-data', 0))`);
    if (await isLoaded(tx, plan)) return false;
    await write(tx, ctx, container, plan, passwords, say);
    return true;
  });
}

/** @throws Error for a database that holds another marketplace */
async function isLoaded(reader: Reader, { vendors: [planned] }: DemoPlan): Promise<boolean> {
  if (!planned) throw new Error('There is nobody to sell');
  const any: unknown = await reader('vendors').first('id');
  if (any === undefined) return false;
  const same: unknown = await reader('vendors').where({ id: planned.vendor.id }).first('id');
  if (same !== undefined) return true;
  throw new Error('This database holds another marketplace: the demo data is loaded into an empty one only');
}

async function write(
  tx: Tx,
  ctx: Context,
  container: Container,
  plan: DemoPlan,
  passwords: { approver: string; vendor: string; customer: string },
  say: DemoDataOptions['say'],
): Promise<void> {
  const { vendors, buyers, products, orders } = plan;
  await writeVendors(tx, container.knex, vendors, passwords.vendor);
  await writeBuyers(tx, buyers, passwords.customer);
  const createdAt = vendors[0]?.vendor.createdAt ?? new Date();
  await writeApprover(tx, container.knex, { passwordHash: passwords.approver, createdAt });
  say(`${vendors.length} vendors with their owners, ${buyers.length} buyers`);

  await writeSettings(tx, container, plan);
  const ofFeeds = await writeFeedSettings(tx, container);
  const ofCarrier = await writeCarrierSettings(tx, container);
  say(`${plan.settings.length + ofFeeds + ofCarrier} settings: taxes, shipping, feeds`);

  const taxonomy = createTaxonomyRepository(container.knex);
  for (const { kind, item } of plan.taxonomy.entries) await taxonomy.insert(tx, kind, item);
  say(`${plan.taxonomy.entries.length} categories, brands, tags and ingredients`);

  await writeContent(tx, plan.content);
  const { banners, pages, linkGroups, listingGroups } = plan.content;
  say(
    `${banners.length} banners, ${pages.length} pages, ${linkGroups.length} groups of links, ${listingGroups.length} of listings`,
  );

  await writeAttributes(tx, container.knex, plan.attributes);
  const { attributes, groups } = plan.attributes;
  say(`${attributes.length} attributes in ${groups.length} groups`);

  say(`${await writeSynonyms(tx, plan.seed, ctx.now)} synonyms`);

  await createProductsRepository().insertAll(
    tx,
    products.map(({ written }) => written),
  );
  // The index and the feeds get events of these products as of any others.
  const created = products.map(({ written: { product } }) => ({
    entityId: product.id,
    payload: { productId: product.id, vendorId: product.vendorId },
  }));
  container.outbox.appendAll(tx, ctx, productsEvents.created, created);
  const variantCount = products.reduce((sum, { written }) => sum + written.variants.length, 0);
  say(`${products.length} products with ${variantCount} variants`);

  say(`${await writeStock(tx, plan, ctx.actor)} stock movements`);

  await writeOrders(tx, ctx, orders, container);
  await writeShipments(tx, ctx, plan.shipments, container);
  say(`${plan.shipments.length} shipments`);
  say(`${plan.discounts.length} discounts with ${await writeDiscounts(tx, plan)} redemptions`);
  say(`${await writeBackInStockRequests(tx, plan, ctx.now)} back-in-stock requests`);
  await writeReviews(tx, plan.reviews);
  await writeCart(tx, plan, ctx.now);
  await writePastImports(tx, plan.imports, container);
  await writeNewest(tx, ctx, plan.newest, container);
  await writeMoney(tx, ctx, plan.money, container);
  await writeReportExports(tx, ctx, plan.seed, container);
  await writeCampaigns(tx, ctx, plan, container);
  say(
    `${orders.length} orders, ${orders.filter((order) => order.waiting).length} of them waiting for payment, ${plan.reviews.length} reviews`,
  );
}

async function writeSettings(tx: Tx, container: Container, { settings }: DemoPlan): Promise<void> {
  const { settingsRepository, live } = container;
  await settingsRepository.lockRevision(tx);
  for (const vendorId of new Set(settings.map((item) => item.vendorId))) {
    const own = settings.filter((item) => item.vendorId === vendorId);
    await settingsRepository.write(tx, vendorId, own);
    await live.publish(tx, 'settings', vendorId ?? 'shared');
  }
}

/** What the customer has put aside, with the address that it goes to. */
async function writeCart(tx: Tx, { cart }: DemoPlan, now: Date): Promise<void> {
  const carts = createCartsRepository();
  const { id, buyer, items } = cart;
  await carts.insert(tx, { id, userId: buyer.userId, email: buyer.email });
  await carts.lockToChange(tx, id, buyer.userId, {
    shippingAddress: buyer.shippingAddress,
    billingAddress: buyer.billingAddress,
  });
  for (const item of items) await carts.addItem(tx, { cartId: id, userId: buyer.userId }, item, now);
}
