import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addressSchema, gstinSchema, phoneSchema } from '#api/kernel/address.js';
import type { Knex } from '#db/kernel/knex.js';
import { attributeTypes } from '#domain/product-attributes/product-attribute.js';
import { normalizedStatuses } from '#domain/shipping/carrier-status.js';
import { reviewStatuses } from '#domain/reviews/review.js';
import { taxIdentityProblems } from '#domain/vendors/tax-identity.js';
import type { Container } from '#runtime/container.js';
import { subscriptions } from '#events/subscriptions.js';
import { newProductSchema } from '#api/products/product-input.schemas.js';
import { finishDemoData, loadDemoData } from '../../scripts/seed/load-demo-data.js';
import { planDemoData } from '../../scripts/seed/plan-demo-data.js';
import { signInAccounts } from '../../scripts/seed/sign-in-accounts.js';
import { marketplaceRules } from './marketplace-rules.js';
import { createSession } from '../_support/accounts.js';
import { createSellableVariant } from '../_support/orders.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

const silent = { seed: 1, say: () => undefined };

let platform: TestPlatform;
let loaded: boolean[];
let statements = 0;
const lines: string[] = [];
beforeAll(async () => {
  platform = await startPlatform();
  const say = (line: string) => lines.push(line);
  // What the platform asks each second of its own is more on a slow machine.
  const polls = /^select ("revision"|"name", "revision") from "(settings_revision|content_revisions)"/;
  const count = ({ sql }: { sql: string }) => (statements += polls.test(sql) ? 0 : 1);
  platform.container.knex.on('query', count);
  // Two at once: a start and somebody who types `npm run seed` beside it.
  loaded = await Promise.all([1, 2].map(() => loadDemoData(platform.container, { seed: 1, say })));
  platform.container.knex.off('query', count);
});
afterAll(() => platform.stop());

async function count(knex: Knex, table: string, where: object = {}): Promise<number> {
  const [row] = (await knex(table).where(where).count({ count: '*' })) as { count: number }[];
  return row?.count ?? 0;
}

/** The rows of the query that should not exist. */
async function violations(sql: string): Promise<unknown[]> {
  return (await platform.container.knex.raw<{ rows: unknown[] }>(sql)).rows;
}

/**
 * A fingerprint of every row of every table, without instants, passwords and what the platform notes by itself. Frozen
 * documents hold instants, and bank details are encrypted anew each time.
 */
async function fingerprints(knex: Knex): Promise<Record<string, string>> {
  const { rows: columns } = await knex.raw<{ rows: { tableName: string; columnName: string }[] }>(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and data_type not like 'timestamp%' and column_name not in ('password', 'snapshot', 'bank')
     order by table_name, ordinal_position`,
  );
  const tables = [...new Set(columns.map((item) => item.tableName))].filter(
    // Sums of orders and the addresses of sign-ins are noted by the platform when it gets to it.
    (name) =>
      !/^(knex_|outbox_|audit_|access_|analytics_|orders_counts|orders_vendor_counts|accounts_sessions|accounts_known_addresses)/.test(
        name,
      ),
  );
  const prints: Record<string, string> = {};
  for (const table of tables) {
    const own = columns
      .filter((item) => item.tableName === table)
      .map((item) => `"${item.columnName}"::text`);
    const administrator = table.startsWith('accounts_') ? await administratorId(knex) : '';
    const { rows } = await knex.raw<{ rows: { row: string }[] }>(
      `select concat_ws('|', ${own.join(', ')}) as row from ${table} order by 1`,
    );
    // What is encrypted differs each time: its key belongs to the installation, and its nonce is random. The terms that
    // orders keep hold instants inside of JSON.
    const masked = rows.map(({ row }) =>
      row.replace(/"?v1\.[\w+/=.-]{20,}"?/g, '<encrypted>').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, ''),
    );
    const text = masked.filter((row) => !administrator || !row.includes(administrator));
    prints[table] = `${text.length} rows ${createHash('sha256').update(text.join('\n')).digest('hex')}`;
  }
  return prints;
}

async function administratorId(knex: Knex): Promise<string> {
  const row = (await knex('access_user_roles').first('userId')) as { userId: string };
  return row.userId;
}

describe('loading', () => {
  test('of two at once one loads, by few statements', () => {
    expect([...loaded].sort()).toEqual([false, true]);
    // What takes long are round trips: a statement for each row would be thousands.
    expect(statements).toBeLessThan(1_000);
    expect(lines.filter((line) => line.includes('orders'))).toHaveLength(1);
  });

  test('a repeat writes nothing', async () => {
    const { knex } = platform.container;
    const before = await fingerprints(knex);
    const events = await count(knex, 'outbox_events');
    await expect(loadDemoData(platform.container, silent)).resolves.toBe(false);
    expect(await fingerprints(knex)).toEqual(before);
    expect(await count(knex, 'outbox_events')).toBe(events);
  });

  test('another marketplace is not loaded on top of it', async () => {
    await expect(loadDemoData(platform.container, { ...silent, seed: 2 })).rejects.toThrow(
      'This database holds another marketplace',
    );
  });
});

describe('what is loaded', () => {
  test('a marketplace of some size', async () => {
    const { knex } = platform.container;
    expect(await count(knex, 'vendors')).toBe(9);
    expect(await count(knex, 'taxonomy_categories')).toBeGreaterThanOrEqual(40);
    expect(await count(knex, 'products')).toBe(500);
    expect(await count(knex, 'products_variants')).toBeGreaterThan(1_000);
    expect(await count(knex, 'orders')).toBeGreaterThan(300);
    expect(await count(knex, 'orders', { status: 'pending_payment' })).toBe(2);
    for (const status of ['confirmed', 'partially_fulfilled', 'fulfilled', 'delivered', 'cancelled'])
      expect(await count(knex, 'orders', { status })).toBeGreaterThan(0);
    for (const paymentStatus of ['unpaid', 'failed', 'paid', 'partially_refunded', 'refunded'])
      expect(await count(knex, 'orders', { paymentStatus })).toBeGreaterThan(0);
  });

  test('discounts of every kind with redemptions, and buyers who wait for what is sold out', async () => {
    const { knex } = platform.container;
    expect(await count(knex, 'discounts')).toBeGreaterThanOrEqual(17);
    for (const state of ['held', 'released'])
      expect(await count(knex, 'discounts_redemptions', { state })).toBeGreaterThan(0);
    const used = `select code from discounts d join discounts_uses u on u.discount_id = d.id
      where u.customer_key = '' and u.uses = d.total_usage_limit`;
    expect(await violations(used)).toEqual([{ code: 'EARLY50' }]);
    expect(await violations('select 1 from discounts where ends_at < now()')).toHaveLength(1);
    expect(await count(knex, 'inventory_back_in_stock_requests', { state: 'open' })).toBeGreaterThan(20);
  });

  test('content that a storefront can show: banners, pages, links, listings; orders are mined', async () => {
    const { http, container } = platform;
    const get = async <T>(path: string) => (await http.get<T>(`/store/${path}`)).body.data;
    expect(await get<unknown[]>('banners/category/slug/sarees?platform=WEB')).toHaveLength(1);
    expect((await get<unknown[]>('content-pages/tree')).length).toBeGreaterThanOrEqual(7);
    expect(await get('content-pages/slug/the-story-of-a-saree')).toMatchObject({ template: 'html' });
    expect((await get<{ links: unknown[] }>('dynamic-link-groups/slug/footer')).links).toHaveLength(3);
    expect(
      (await get<{ listings: unknown[] }>('dynamic-product-listing-groups/slug/home-page')).listings,
    ).toHaveLength(3);
    const mined = (await container.knex('bought_together_state').first('orders')) as { orders: number };
    expect(mined.orders).toBeGreaterThan(200);
  });

  test('attributes of every type, groups, reviews in all states, and products bought together', async () => {
    const { container, http } = platform;
    const { knex } = container;
    for (const type of attributeTypes)
      expect(await count(knex, 'product_attributes', { type })).toBeGreaterThan(0);
    expect(await count(knex, 'product_attributes_groups')).toBe(4);
    expect(await count(knex, 'products', { attributeGroupId: null })).toBeLessThan(20);
    for (const status of reviewStatuses) expect(await count(knex, 'reviews', { status })).toBeGreaterThan(0);
    const rated = (await knex('products')
      .where('ratingCount', '>', 1)
      .where({ status: 'active' })
      .first('id', 'slug')) as { id: string; slug: string };
    const { body } = await http.get<{ attributes: unknown[]; rating: { count: number } }>(
      `/store/products/slug/${rated.slug}`,
    );
    expect(body.data.attributes.length).toBeGreaterThan(1);
    expect(body.data.rating.count).toBeGreaterThan(1);
    const pair = (await knex('bought_together_pairs').orderBy('orders', 'desc').first('productId')) as {
      productId: string;
    };
    const together = await http.get<{ products: unknown[] }>(`/store/products/${pair.productId}/fbt`);
    expect(together.body.data.products.length).toBeGreaterThan(0);
  });

  test('money that goes back and out: returns in every state, refunds, credit notes, payouts', async () => {
    const { knex } = platform.container;
    for (const status of ['requested', 'approved', 'rejected', 'cancelled', 'received', 'refunded'])
      expect(await count(knex, 'returns_requests', { status })).toBeGreaterThan(0);
    for (const status of ['pending', 'paid', 'failed'])
      expect(await count(knex, 'payouts', { status })).toBeGreaterThan(0);
    for (const cause of ['refund', 'return', 'cancellation'])
      expect(await count(knex, 'invoices_credit_notes', { cause })).toBeGreaterThan(0);
    expect(await count(knex, 'ledger_transactions', { kind: 'sale' })).toBeGreaterThan(200);
    expect(await count(knex, 'payments_refunds', { status: 'pending', byHand: true })).toBe(1);
  });

  test('parcels in every state with their scans, and one that is to be sent', async () => {
    const { knex } = platform.container;
    for (const status of ['created', 'failed', 'cancelled'])
      expect(await count(knex, 'shipping_shipments', { status })).toBeGreaterThan(0);
    for (const trackingStatus of normalizedStatuses)
      expect(await count(knex, 'shipping_shipments', { trackingStatus, status: 'created' })).toBeGreaterThan(
        0,
      );
    for (const providerId of ['carrier', 'self-handled'])
      expect(await count(knex, 'shipping_shipments', { providerId })).toBeGreaterThan(5);
    expect(await count(knex, 'shipping_shipments', { status: 'creating' })).toBe(1);
    expect(await count(knex, 'shipping_events')).toBeGreaterThan(200);
  });

  test('titles in Hindi and Tamil, each with a slug', async () => {
    const rows = (await platform.container.knex('products').select('title', 'slug')) as {
      title: string;
      slug: string;
    }[];
    expect(rows.filter(({ title }) => /\p{Script=Devanagari}/u.test(title)).length).toBeGreaterThan(20);
    expect(rows.filter(({ title }) => /\p{Script=Tamil}/u.test(title)).length).toBeGreaterThan(20);
    expect(rows.filter(({ slug }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))).toEqual([]);
    expect(new Set(rows.map(({ title }) => title)).size).toBeGreaterThan(480);
  });

  test.each(Object.entries(marketplaceRules))('%s', async (_name, statements) => {
    for (const sql of statements) expect(await violations(sql)).toEqual([]);
  });

  test('nobody is told of the past: events of new products and of the flows that are to run, no mails', async () => {
    const { knex } = platform.container;
    const rows = (await knex('outbox_events')
      .select('type')
      .count({ count: '*' })
      .groupBy('type')
      .orderBy('type')) as object[];
    expect(rows).toEqual([
      { type: 'campaign.broadcast_requested', count: 1 },
      { type: 'catalog.product.created', count: 500 },
      { type: 'invoice.requested', count: 1 },
      { type: 'order.placed', count: 2 },
      { type: 'product-imports.requested', count: 1 },
      { type: 'report.export.requested', count: 1 },
      { type: 'shipping.shipment.requested', count: 1 },
    ]);
    expect(await count(knex, 'mail_messages')).toBe(0);
  });
});

async function signIn(role: string): Promise<string> {
  const account = signInAccounts(platform.container.config).find((item) => item.role === role);
  const { email, password } = account ?? {};
  const response = await platform.http.raw('POST', '/auth/sign-in/email', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { token: string }).token;
}

describe('signing in with what is printed', () => {
  test('the administrator may do everything', async () => {
    const { body } = await platform.http.as(await signIn('admin')).get<{ roles: string[] }>('/me');
    expect(body.data.roles).toEqual(['superAdmin']);
  });

  test('the vendor has products and stock', async () => {
    const vendor = platform.http.as(await signIn('vendor'));
    const me = await vendor.get<{ activeVendor: { slug: string } }>('/me');
    expect(me.body.data.activeVendor.slug).toBe('kaveri-handlooms');
    const products = await vendor.get<{ title: string }[]>('/vendor/products?limit=100');
    expect(products.status).toBe(200);
    expect(products.body.metadata?.total).toBeGreaterThan(50);
    const stock = await vendor.get('/vendor/inventory?limit=100');
    expect(stock.status).toBe(200);
    expect(stock.body.metadata?.total).toBeGreaterThan(100);
  });

  test('the customer has a cart, ready to be ordered', async () => {
    const customer = platform.http.as(await signIn('customer'));
    const cart = (await platform.container.knex('carts').first('id')) as { id: string };
    const response = await customer.get<{
      totals: { grandTotal: number };
      shippingAddress: object;
      warnings: object[];
    }>(`/store/carts/${cart.id}`);
    expect(response.status).toBe(200);
    expect(response.body.data.totals.grandTotal).toBeGreaterThan(0);
    expect(response.body.data.shippingAddress).toMatchObject({ city: 'Mumbai' });
    expect(response.body.data.warnings).toEqual([]);
  });

  test('the vendor finds imports of every end, and the one that is to run', async () => {
    const vendor = platform.http.as(await signIn('vendor'));
    const { body } =
      await vendor.get<{ status: string; rows: number; unchanged: number }[]>('/vendor/product-imports');
    expect(body.data.map(({ status }) => status)).toEqual(['pending', 'completed', 'cancelled']);
    const [, whole, part] = body.data;
    const products = await vendor.get('/vendor/products?limit=1');
    expect(whole?.unchanged).toBe(products.body.metadata?.total);
    expect(part?.rows).toBeLessThan(whole?.rows ?? 0);
  });

  test('what is on sale can be looked at without signing in', async () => {
    const rows = (await platform.container
      .knex('products')
      .where({ status: 'active' })
      .orderBy('slug')
      .limit(5)
      .select('slug')) as { slug: string }[];
    for (const { slug } of rows)
      expect((await platform.http.get(`/store/products/slug/${slug}`)).status).toBe(200);
  });
});

describe('the plan', () => {
  const now = new Date('2026-11-21T09:30:00Z');
  const plan = planDemoData(1, now);

  test('the same number gives the same rows, on another day and in another database', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'haat-seed-'));
    const kernel: TestKernel = await startKernel({ STORAGE_DIR: folder });
    try {
      const container: Container = {
        ...kernel.container,
        clock: { now: () => new Date('2027-03-03T20:00:00Z') },
      };
      expect(await loadDemoData(container, silent)).toBe(true);
      expect(await fingerprints(container.knex)).toEqual(await fingerprints(platform.container.knex));
    } finally {
      await kernel.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('the same number and instant give the same plan, instants included; another number another', () => {
    const text = ({ taxonomy, ...rest }: typeof plan) => JSON.stringify([taxonomy.entries, rest]);
    expect(text(planDemoData(1, now))).toBe(text(plan));
    const other = planDemoData(2, now);
    const titles = (item: typeof plan) => item.products.map(({ written }) => written.product.title);
    expect(titles(other)).not.toEqual(titles(plan));
    expect(other.orders.map(({ written }) => written.order.id)).not.toContain(
      plan.orders[0]?.written.order.id,
    );
  });

  test('vendors and buyers could have been entered by hand', () => {
    for (const { vendor, owner } of plan.vendors) {
      if (vendor.gstin !== null) expect(gstinSchema.parse(vendor.gstin)).toBe(vendor.gstin);
      expect(addressSchema.parse(vendor.address)).toEqual(vendor.address);
      expect(phoneSchema.parse(vendor.supportPhone)).toBe(vendor.supportPhone);
      expect(taxIdentityProblems(vendor)).toEqual([]);
      expect(owner.email).toMatch(/@example\.com$/);
    }
    for (const { shippingAddress, billingAddress } of plan.buyers) {
      expect(addressSchema.parse(shippingAddress)).toEqual(shippingAddress);
      expect(addressSchema.parse(billingAddress)).toEqual(billingAddress);
    }
    expect(plan.vendors.filter(({ vendor }) => vendor.gstin === null)).toHaveLength(1);
    expect(plan.buyers.some(({ billingAddress }) => billingAddress.gstin)).toBe(true);
    expect(new Set(plan.buyers.map(({ email }) => email)).size).toBe(plan.buyers.length);
    expect(new Set(plan.vendors.map(({ vendor }) => vendor.stateCode)).size).toBe(8);
  });

  test('products keep the rules of the catalog', () => {
    for (const { written } of plan.products) {
      const { product, variants } = written;
      const issues = newProductSchema.safeParse({ ...product, variants }).error?.issues ?? [];
      expect(issues).toEqual([]);
      expect(`${product.title} ${product.subtitle} ${product.description}`).not.toMatch(/[{}]|undefined|  /);
      expect(variants.length).toBeGreaterThan(0);
    }
  });
});

interface Written {
  type: string;
  payload: Record<string, unknown>;
  actor: { type: 'user'; id: string };
  requestId: string;
  id: string;
  entityId: string;
  createdAt: Date;
}
const written = (where: object) =>
  platform.container.knex('outbox_events').where(where).orderBy('id') as unknown as Promise<Written[]>;

describe('events of what goes on', () => {
  test('start their runs with every field that they need', async () => {
    const events = await written({});
    const inputs = subscriptions.flatMap((item) =>
      item.kind === 'each'
        ? events
            .filter(({ type }) => item.events.includes(type))
            .map((event) => ({ name: item.name, input: item.action(event)?.input as unknown }))
        : [],
    );
    expect(inputs.length).toBeGreaterThanOrEqual(7);
    const hasHoles = (value: unknown): boolean =>
      value === undefined ||
      (typeof value === 'object' && value !== null && Object.values(value).some((item) => hasHoles(item)));
    expect(inputs.filter(({ input }) => hasHoles(input))).toEqual([]);
  });
});

// The last of this file: what was loaded is grown where it is. Large sizes have their own, longer test.
describe('growing it', () => {
  const small = { products: 500 + 510, orders: 0 };

  test('by a few copies gives the size that was asked for, once', async () => {
    const { knex } = platform.container;
    small.orders = (await count(knex, 'orders')) + 40;
    await expect(loadDemoData(platform.container, { ...silent, size: small })).resolves.toBe(false);
    expect([await count(knex, 'products'), await count(knex, 'orders')]).toEqual([
      small.products,
      small.orders,
    ]);
    const movements = await count(knex, 'inventory_movements');
    await loadDemoData(platform.container, { ...silent, size: small });
    expect([await count(knex, 'orders'), await count(knex, 'inventory_movements')]).toEqual([
      small.orders,
      movements,
    ]);
  });

  test.each(Object.entries(marketplaceRules))('%s', async (_name, statements) => {
    for (const sql of statements) expect(await violations(sql)).toEqual([]);
  });
});

// After what compares rows: it places an order.
test('events of what goes on have the shape of those that the platform writes', async () => {
  const customer = platform.http.as(await signIn('customer'));
  const cart = (await platform.container.knex('carts').first('id')) as { id: string };
  const { body } = await customer.get<{ totals: { grandTotal: number } }>(`/store/carts/${cart.id}`);
  const seeded = await written({ type: 'order.placed' });
  const placed = await customer.post<{ order: { id: string } }>(`/store/carts/${cart.id}/place-order`, {
    expectedTotal: body.data.totals.grandTotal,
    paymentOption: 'sandbox',
  });
  expect(placed.status).toBe(201);
  const [real] = await written({ type: 'order.placed', entityId: placed.body.data.order.id });
  const shapeOf = (event?: Written) =>
    Object.entries(event?.payload ?? {})
      .map(([name, value]) => `${name}: ${typeof value}`)
      .sort();
  expect(seeded).toHaveLength(2);
  for (const event of seeded) expect(shapeOf(event)).toEqual(shapeOf(real));
});

test('the dashboard counts all products: grown ones, and those of the file that the platform imports when it first runs', async () => {
  const { container, http } = platform;
  const { knex } = container;
  const admin = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
  const shown = async () => {
    const { body } = await admin.get<Record<string, unknown>>('/admin/analytics/dashboard');
    return Number(/"productsTotal":(\d+)/.exec(JSON.stringify(body))?.[1]);
  };
  const live = () => count(knex, 'products', { deletedAt: null });
  expect(await shown()).toBe(await live());
  const finished = finishDemoData(container, { say: () => undefined, waitMs: 30_000 });
  const vendor = (await knex('vendors').first('id')) as { id: string };
  await createSellableVariant(container, vendor.id);
  await knex('product_imports').whereIn('status', ['pending', 'running']).update({ status: 'completed' });
  await finished;
  expect(await shown()).toBe(await live());
});
