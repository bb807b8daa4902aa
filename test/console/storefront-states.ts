import sharp from 'sharp';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { insertedRow } from '../_support/entity-factory.js';
import { createSellableVariant } from '../_support/orders.js';
import { createBrand, createCategory, createTag } from '../_support/taxonomy.js';
import { createVendor } from '../_support/vendors.js';
import { formOf } from '../media/form-upload.js';
import type { TestConsole } from './console-tests.js';
import { turnRemindersOn } from './shown-reminders.js';

/** The rows of merchandisers that pages show one of. */
export interface StorefrontIds {
  discountId: string;
  categoryId: string;
  pageId: string;
  linkGroupId: string;
  listingId: string;
  mailId: string;
  broadcastId: string;
  customerGroupId: string;
}

export const noStorefront: StorefrontIds = {
  discountId: '',
  categoryId: '',
  pageId: '',
  linkGroupId: '',
  listingId: '',
  mailId: '',
  broadcastId: '',
  customerGroupId: '',
};

/** A picture of the platform, uploaded as an operator does it; returns its key. */
async function uploadPicture({ platform }: TestConsole): Promise<string> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="300"><rect width="1200" height="300" fill="#7a3b1d"/><circle cx="980" cy="150" r="110" fill="#e8a33d"/><text x="70" y="185" font-size="96" fill="#ffe8c2" font-family="sans-serif">Festival of lamps</text></svg>';
  const { token } = await createSession(platform.container, { roles: ['superAdmin'] });
  const response = await fetch(`${platform.url}/admin/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: formOf(await sharp(Buffer.from(svg)).png().toBuffer()),
  });
  const { data } = (await response.json()) as { data: { key: string } };
  return data.key;
}

/** One of everything that shapes the storefront, with an order among a few. */
export async function fillStorefront(shop: TestConsole): Promise<StorefrontIds> {
  const { container } = shop.platform;
  const picture = await uploadPicture(shop);
  const { knex } = container;
  const insert = async (table: string, fields: Record<string, unknown>) =>
    (await insertedRow(container, table, fields)).id;
  const top = await createCategory(container, { title: 'Sarees and dress materials' });
  for (const title of ['Kanchipuram silk', 'Chanderi', 'Bandhani'])
    await knex('taxonomy_categories').insert({ title, slug: `c-${newId()}`, parentId: top.id });
  for (const [index, platform] of ['BOTH', 'WEB', 'APP'].entries())
    await knex('banners').insert({
      entityType: 'category',
      entityId: top.id,
      image: picture,
      url: `/sale/${platform.toLowerCase()}`,
      platform,
      sortOrder: index,
      isActive: index < 2,
    });
  const discountId = await insert('discounts', {
    name: 'First saree',
    code: `FIRST${Date.now()}`,
    discountType: 'PERCENTAGE',
    value: 10,
    minOrderAmount: 199_900,
    purchaseHistoryMode: 'FIRST_ORDER',
    platform: 'APP',
  });
  const pageId = await insert('content_pages', {
    title: 'About us',
    slug: `about-${newId()}`,
    status: 'PUBLISHED',
    content: '<h2>Made by hand</h2><p>Since 1956 in the lanes of Kumbakonam.</p>',
  });
  await insert('content_pages', {
    title: 'Our weavers',
    slug: `weavers-${newId()}`,
    content: '<p>…</p>',
    parentId: pageId,
  });
  const linkGroupId = await insert('dynamic_links_groups', { title: 'Footer', slug: `footer-${newId()}` });
  for (const text of ['New arrivals', 'Gifts under ₹999'])
    await knex('dynamic_links').insert({
      groupId: linkGroupId,
      image: picture,
      text,
      url: '/collections/gifts',
    });
  const groupId = await insert('dynamic_listings_groups', { title: 'Diwali', slug: `diwali-${newId()}` });
  const listingId = await insert('dynamic_listings', {
    groupId,
    title: 'New lamps',
    slug: `lamps-${newId()}`,
    filters: JSON.stringify({ sortBy: 'new', inStock: true }),
  });
  await insert('product_attributes', { title: 'Weave', code: 'weave', type: 'select' });
  const mailId = await insert('mail_messages', {
    template: 'order.placed',
    role: 'customer',
    recipient: 'asha@example.com',
    state: 'failed',
    lastError: 'The mailbox is full',
    dedupeKey: newId(),
    variablesEncrypted: container.keyring.encrypt(JSON.stringify({ orderNumber: 'H7K2-9QXM' })),
  });
  const topic = (name: string, hindi: string, optIn: boolean) =>
    insert('campaigns_topics', {
      names: JSON.stringify([
        { locale: 'en', name },
        { locale: 'hi', name: hindi },
      ]),
      optIn,
    });
  const topicId = await topic('Offers', 'ऑफ़र', false);
  await topic('New sellers', 'नए विक्रेता', true);
  await turnRemindersOn(container, topicId);
  const broadcastId = await insert('campaigns_broadcasts', {
    topicId,
    status: 'scheduled',
    subject: 'Ten days of lamps',
    recipientCount: 1200,
    createdBy: 'system:test',
    blocks: JSON.stringify([{ type: 'text', text: 'Hello' }]),
    audience: JSON.stringify({ type: 'all_customers' }),
    scheduleFor: new Date(Date.now() + 86_400_000),
  });
  const customerGroupId = await insert('customer_groups', {
    name: 'Regulars of the south',
    kind: 'rules',
    member_count: 1,
    refreshed_at: new Date(),
    rules: JSON.stringify([
      { field: 'signed_up', op: 'within', value: 365 },
      { field: 'orders', op: 'at_least', value: 1 },
    ]),
  });
  return {
    discountId,
    categoryId: top.id,
    pageId,
    linkGroupId,
    listingId,
    mailId,
    broadcastId,
    customerGroupId,
  };
}

const longTitle =
  'Handwoven silk sarees of Kanchipuram, Banaras and Chanderi for weddings, festivals and every day';

/** So many of everything that lists break over pages, each state among them, and a title that is too long. */
export async function fillManyOfStorefront({ platform: { container } }: TestConsole): Promise<void> {
  const { knex } = container;
  const many = <Row>(count: number, row: (n: number) => Row) =>
    Array.from({ length: count }, (_, n) => row(n));
  const day = (n: number) => new Date(Date.now() + n * 86_400_000);
  const titled = (name: string) => (n: number) => `${n === 0 ? longTitle : `${name} ${n}`}`;
  const { id: parentId } = await createCategory(container, { title: longTitle });
  for (let n = 0; n < 28; n += 1) {
    await createCategory(container, {
      title: titled('Lamps')(n),
      ...(n > 20 && { parentId }),
    });
    await createBrand(container, { title: titled('Weavers of')(n) });
    await createTag(container, { title: titled('Festival')(n) });
  }
  await knex('discounts').insert(
    many(30, (n) => ({
      name: titled('Festival')(n),
      code: `FEST${n}`,
      isActive: n % 4 > 0,
      value: n + 1,
      discountType: n % 3 ? 'PERCENTAGE' : 'FIXED',
      minOrderAmount: n % 2 ? 150_000 : null,
      startsAt: n % 5 ? null : day(n),
      archivedAt: n % 7 ? null : day(-1),
      showOnCart: n % 2 > 0,
    })),
  );
  await knex('content_pages').insert(
    many(14, (n) => ({
      title: titled('Our story')(n),
      slug: `story-${newId()}`,
      status: n % 2 ? 'PUBLISHED' : 'DRAFT',
      content: '<p>Since 1956.</p>',
    })),
  );
  for (const table of ['dynamic_links_groups', 'dynamic_listings_groups'])
    await knex(table).insert(many(28, (n) => ({ title: titled('Diwali')(n), slug: `group-${newId()}` })));
  await knex('product_attributes').insert(
    many(28, (n) => ({
      title: titled('Weave')(n),
      code: `weave_${newId()}`,
      type: n % 2 ? 'select' : 'text',
    })),
  );
  await knex('product_attributes_groups').insert(
    many(6, (n) => ({ title: titled('Sarees')(n), code: `sarees_${newId()}` })),
  );
  const states = ['queued', 'sent', 'failed', 'suppressed', 'unclear'];
  await knex('mail_messages').insert(
    many(30, (n) => ({
      template: 'order.placed',
      role: 'customer',
      dedupeKey: newId(),
      state: states[n % 5],
      recipient: n
        ? `buyer-${n}@example.com`
        : 'a.very.long.address.of.a.customer@mail.marketplace.example.com',
      lastError: n % 5 === 2 ? 'Mailbox is full; the provider was asked four times' : null,
    })),
  );
  const statuses = ['scheduled', 'sending', 'paused', 'sent', 'cancelled', 'failed'];
  await knex('campaigns_broadcasts').insert(
    many(12, (n) => ({
      status: statuses[n % 6],
      subject: titled('Ten days of lamps')(n),
      recipientCount: 1200 * n,
      sent: 900 * n,
      failed: n,
      delivered: 800 * n,
      queued: 299 * n,
      createdBy: 'system:test',
      blocks: '[]',
      audience: JSON.stringify({ type: 'all_customers' }),
      scheduleFor: day(1),
    })),
  );
  await knex('campaigns_templates').insert(
    many(6, (n) => ({ name: titled('News')(n), subject: titled('Lamps of week')(n), blocks: '[]' })),
  );
  const { vendorId } = await createVendor(container);
  const products = await Promise.all(
    many(6, (n) => createSellableVariant(container, vendorId, { title: titled('Brass lamp')(n) })),
  );
  await knex('bought_together_pairs').insert(
    products.slice(1).map(({ productId: otherId }, n) => ({
      productId: products[0]?.productId,
      otherId,
      confidence: 0.4 - n * 0.05,
      orders: 120 - n * 9,
    })),
  );
  await knex('bought_together_state').update({ computedAt: day(0), orders: 12_400, pairs: 5 });
}
