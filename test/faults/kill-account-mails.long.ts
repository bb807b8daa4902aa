import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createDueItemsMarking } from '#activities/wishlists/mark-due-items.js';
import { remindAbandonedCarts } from '#workflows/abandoned-carts/abandoned-carts.contract.js';
import { sweep } from '#workflows/sweeps/sweeps.contract.js';
import { createTopic } from '../abandoned-carts/reminder-shop.js';
import { eventually } from '../_support/eventually.js';
import { holdUpdates } from '../_support/gate.js';
import { createBuyer } from '../_support/orders.js';
import { createProduct } from '../_support/products.js';
import { setSettings } from '../_support/settings.js';
import { data, readyCart, startShop, type TestShop, vendorWithVariant } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';
import { startWorkerProcess } from '../_support/worker-process.js';

let shop: TestShop;
beforeAll(async () => {
  shop = await startShop({ workers: ['relay'] });
  const topic = await createTopic(shop.container);
  await setSettings(shop.container, {
    'store.storefront_urls.store_url': 'https://shop.example.com',
    'admin.email.abandoned_cart_topic': topic,
    'admin.email.wishlist_topic': topic,
  });
});
afterAll(() => shop.stop());

interface Flow {
  what: string;
  template: string;
  /** Where the transaction that writes the mail is held up. */
  gate: { table: string; when: string };
  role: string;
  /** Has the flow start, and says to whom it is to write. */
  begin(): Promise<string>;
}

const HOUR_MS = 3_600_000;
const flows: Flow[] = [
  {
    what: 'reminders of carts',
    template: 'abandoned_cart.reminder',
    gate: { table: 'abandoned_carts_waiting', when: 'new.step > old.step' },
    role: 'core',
    async begin() {
      const { container } = shop;
      const { variantId } = await vendorWithVariant(shop);
      const { cart, buyer } = await readyCart(shop, [{ variantId }]);
      const changedAt = new Date(Date.now() - 2 * HOUR_MS);
      await container.knex('carts').where({ id: cart.id }).update({ updatedAt: changedAt });
      await container
        .knex('abandoned_carts_waiting')
        .insert({ cartId: cart.id, changedAt, dueAt: changedAt, step: 0 });
      await container.gateway.start(remindAbandonedCarts, {});
      return buyer.email;
    },
  },
  {
    what: 'mails about wishlists',
    template: 'wishlists.alerts',
    gate: { table: 'wishlists_owners', when: 'old.is_due and not new.is_due' },
    role: 'core',
    async begin() {
      const { container, http } = shop;
      const { vendorId } = await createVendor(container);
      const { productId } = await createProduct(container, vendorId);
      const buyer = await createBuyer(container);
      const saved = await http
        .as(buyer.token)
        .post('/store/wishlists/items', { productId, notifyPriceDrop: true });
      expect(saved.status).toBe(201);
      await container.knex('products_variants').where({ productId }).update({ price: 100 });
      await createDueItemsMarking(container)([productId]);
      await container.gateway.start(sweep, { name: 'wishlist-alerts', queue: 'core' });
      return buyer.email;
    },
  },
  {
    what: 'a file of personal data',
    template: 'personal_data.file_ready',
    gate: { table: 'personal_data_exports', when: "new.status = 'ready'" },
    role: 'core,exports',
    async begin() {
      const buyer = await createBuyer(shop.container);
      data(await shop.http.as(buyer.token).post<object>('/me/personal-data/exports', {}));
      return buyer.email;
    },
  },
];

it.each(flows)(
  'a worker that is killed while it writes $what is followed by one that mails once',
  async ({ gate: { table, when }, template, role, begin }) => {
    const { config, knex } = shop.container;
    const gate = await holdUpdates(config.DATABASE_URL, table, when);
    const first = await startWorkerProcess(config, role);
    const recipient = await begin();
    await gate.reached();
    await first.kill();
    await gate.open();
    const mails = () => knex('mail_messages').where({ template, recipient });
    expect(await mails()).toHaveLength(0);
    const second = await startWorkerProcess(config, role);
    await eventually(async () => expect(await mails()).toHaveLength(1));
    // It ends what it has begun: a second mail would be there then.
    await second.terminate();
    expect(await mails()).toHaveLength(1);
  },
);
