import { newId } from '#lib/ids.js';
import { insertedRow } from '../_support/entity-factory.js';
import { createCategory } from '../_support/taxonomy.js';
import type { TestConsole } from './console-tests.js';

/** The rows of merchandisers that pages show one of. */
export interface StorefrontIds {
  discountId: string;
  categoryId: string;
  pageId: string;
  linkGroupId: string;
  listingId: string;
  mailId: string;
  broadcastId: string;
}

export const noStorefront: StorefrontIds = {
  ...{ discountId: '', categoryId: '', pageId: '', linkGroupId: '' },
  ...{ listingId: '', mailId: '', broadcastId: '' },
};

const picture =
  'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg" width="800" height="200"><rect width="800" height="200" fill="%23b5651d"/></svg>';

/** One of everything that shapes the storefront, with an order among a few. */
export async function fillStorefront({ platform: { container } }: TestConsole): Promise<StorefrontIds> {
  const { knex } = container;
  const insert = async (table: string, fields: Record<string, unknown>) =>
    (await insertedRow(container, table, fields)).id;
  const top = await createCategory(container, { title: 'Sarees and dress materials' });
  for (const title of ['Kanchipuram silk', 'Chanderi', 'Bandhani'])
    await knex('taxonomy_categories').insert({ title, slug: `c-${newId()}`, parentId: top.id });
  for (const [index, platform] of ['BOTH', 'WEB', 'APP'].entries())
    await knex('banners').insert({ entityType: 'category', entityId: top.id, image: picture, url: `/sale/${platform.toLowerCase()}`, platform, sortOrder: index, isActive: index < 2 }); // prettier-ignore
  const discountId = await insert('discounts', {
    ...{ name: 'First saree', code: `FIRST${Date.now()}`, discountType: 'PERCENTAGE', value: 10 },
    ...{ minOrderAmount: 199_900, purchaseHistoryMode: 'FIRST_ORDER', platform: 'APP' },
  });
  const pageId = await insert('content_pages', {
    ...{ title: 'About us', slug: `about-${newId()}`, status: 'PUBLISHED' },
    content: '<h2>Made by hand</h2><p>Since 1956 in the lanes of Kumbakonam.</p>',
  });
  await insert('content_pages', { title: 'Our weavers', slug: `weavers-${newId()}`, content: '<p>…</p>', parentId: pageId }); // prettier-ignore
  const linkGroupId = await insert('dynamic_links_groups', { title: 'Footer', slug: `footer-${newId()}` });
  for (const text of ['New arrivals', 'Gifts under ₹999'])
    await knex('dynamic_links').insert({ groupId: linkGroupId, image: picture, text, url: '/collections/gifts' }); // prettier-ignore
  const groupId = await insert('dynamic_listings_groups', { title: 'Diwali', slug: `diwali-${newId()}` });
  const listingId = await insert('dynamic_listings', {
    ...{ groupId, title: 'New lamps', slug: `lamps-${newId()}` },
    filters: JSON.stringify({ sortBy: 'new', inStock: true }),
  });
  const mailId = await insert('mail_messages', {
    ...{ template: 'order.placed', role: 'customer', recipient: 'asha@example.com', state: 'failed' },
    ...{ lastError: 'The mailbox is full', dedupeKey: newId() },
    variablesEncrypted: container.keyring.encrypt(JSON.stringify({ orderNumber: 'H7K2-9QXM' })),
  });
  const broadcastId = await insert('campaigns_broadcasts', {
    ...{ status: 'scheduled', subject: 'Ten days of lamps', recipientCount: 1200, createdBy: 'system:test' },
    blocks: JSON.stringify([{ type: 'text', text: 'Hello' }]),
    audience: JSON.stringify({ type: 'all_customers' }),
    scheduleFor: new Date(Date.now() + 86_400_000),
  });
  return { discountId, categoryId: top.id, pageId, linkGroupId, listingId, mailId, broadcastId };
}
