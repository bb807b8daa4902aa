import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createDueItemsMarking } from '#activities/wishlists/mark-due-items.js';
import { createWishlistsQueues } from '#activities/wishlists/wishlists.queues.js';
import { newId } from '#lib/ids.js';
import { type MailSandbox, startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { createBuyer } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct, type NewTestProduct, type TestProduct } from '../_support/products.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';

interface Item {
  id: string;
  wishlistId: string;
}

let platform: TestPlatform;
let sandbox: MailSandbox;
let vendor: TestVendor;
let http: HttpClient;
let topicId: string;

beforeAll(async () => {
  sandbox = await startMailSandbox({ smtpPort: 0, inboxPort: 0 });
  platform = await startPlatform({
    workers: ['core', 'mail', 'relay'],
    environment: {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(sandbox.smtpPort),
      PUBLIC_API_BASE_URL: 'https://api.example.com',
    },
  });
  const admin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
  const topic = {
    names: [
      { locale: 'en', name: 'My wishlist' },
      { locale: 'hi', name: 'मेरी विशलिस्ट' },
    ],
    optIn: true,
  };
  topicId = (await admin.post<{ id: string }>('/admin/campaigns/topics', topic)).body.data.id;
  const set = await admin.patch('/admin/settings/admin', { 'email.wishlist_topic': topicId });
  expect(set.status).toBe(200);
  vendor = await createVendor(platform.container, { displayName: 'Kaveri <Textiles>' });
  http = platform.http.as(vendor.token);
});
afterAll(async () => {
  await platform.stop();
  await sandbox.close();
});

const run = async () => {
  const sweep = createWishlistsQueues(platform.container).sweeps?.core?.['wishlist-alerts'];
  const swept = await new MockActivityEnvironment().run(sweep as () => Promise<{ mails: number }>);
  return (swept as { mails: number }).mails;
};
const product = (fields: NewTestProduct = {}) => createProduct(platform.container, vendor.vendorId, fields);
const variantOf = ({ variants }: TestProduct) => variants[0]?.id ?? '';

async function customer() {
  const buyer = await createBuyer(platform.container);
  const client = platform.http.as(buyer.token);
  return {
    ...buyer,
    http: client,
    save: async (productId: string, body: object = { notifyPriceDrop: true, notifyBackInStock: true }) =>
      (await client.post<Item>('/store/wishlists/items', { productId, ...body })).body.data,
  };
}

const mails = (email: string) =>
  platform.container.knex('mail_messages').where({ recipient: email, template: 'wishlists.alerts' });

/** Yesterday’s mail: today another one may be sent. */
async function nextDay(userId: string): Promise<void> {
  const { knex } = platform.container;
  await knex.raw(`update wishlists_owners set notified_on = notified_on - 1 where user_id = ?`, [userId]);
  await knex.raw(
    `update mail_messages set dedupe_key = dedupe_key || '-before-' || id where template = 'wishlists.alerts'`,
  );
}

/** What the drain does with the events of a product, without the wait for it. */
async function look({ productId }: TestProduct): Promise<void> {
  await createDueItemsMarking(platform.container)([productId]);
}

/** As its vendor changes it. */
async function price(changes: TestProduct, amount: number, seen = look): Promise<void> {
  const path = `/vendor/products/${changes.productId}/variants/${variantOf(changes)}`;
  const changed = await http.patch(path, {
    price: amount,
  });
  expect(changed.status).toBe(200);
  await seen(changes);
}

async function stock(created: TestProduct, onHand: number, seen = look): Promise<void> {
  const { knex } = platform.container;
  const row = await knex('inventory_levels')
    .where({ variantId: variantOf(created) })
    .first('onHand');
  const delta = onHand - (row?.onHand ?? 0);
  const adjusted = await http.post(`/vendor/inventory/${variantOf(created)}/adjust`, {
    delta,
    reason: 'count',
  });
  expect(adjusted.status).toBeLessThan(300);
  await seen(created);
}

const drained = (): Promise<void> =>
  eventually(async () => {
    const open = await platform.container
      .knex('outbox_deliveries')
      .where({ subscription: 'wishlist-items' })
      .whereNot({ state: 'delivered' });
    expect(open).toEqual([]);
  });

it('an owner who asked for it is mailed once about lower prices and returned stock, all items in one mail', async () => {
  const kurta = await product({ title: 'Indigo kurta', variants: [{ price: 149_900 }] });
  const diya = await product({ title: 'Brass diya', variants: [{ stock: 0 }] });
  const shawl = await product({ title: 'Pashmina shawl' });
  const scarf = await product({ title: 'Silk scarf' });
  const asked = await customer();
  const silent = await customer();
  for (const { productId } of [kurta, diya, shawl]) await asked.save(productId);
  await asked.save(scarf.productId, {});
  for (const { productId } of [kurta, diya]) await silent.save(productId, {});
  expect(await run()).toBe(0);

  await price(kurta, 129_900, drained);
  await price(scarf, 100, drained);
  await stock(diya, 3, drained);
  expect(await run()).toBe(1);
  expect(await run()).toBe(0);
  const mail = await eventually(() => {
    const [found] = sandbox.messages(asked.email).filter(({ subject }) => subject.includes('wishlist'));
    expect(found).toBeDefined();
    return Promise.resolve(found);
  });
  expect(mail?.subject).toBe('From your wishlist: Indigo kurta, Brass diya');
  const html = mail?.html ?? '';
  for (const text of [
    'Indigo kurta',
    '₹1,299.00',
    'Was ₹1,499.00',
    'Brass diya',
    'Back in stock',
    'Kaveri &#60;Textiles&#62;',
    'My wishlist',
  ])
    expect(html).toContain(text);
  for (const text of ['Pashmina', 'Silk']) expect(html).not.toContain(text);
  expect(await mails(silent.email)).toEqual([]);

  // One click ends them, and the flag that is switched on anew asks for them again.
  const header = (name: string) => mail?.headers.find((item) => item.name === name)?.value ?? '';
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const link =
    /^<https:\/\/api\.example\.com(\/store\/unsubscribe\/[\w.~+/=-]+)>/.exec(
      header('list-unsubscribe'),
    )?.[1] ?? '';
  const pressed = await platform.http.raw('POST', link, {
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(pressed.status).toBe(200);
  await nextDay(asked.userId);
  await price(kurta, 119_900);
  expect(await run()).toBe(0);
  await asked.save((await product()).productId);
  await price(kurta, 109_900);
  expect(await run()).toBe(1);
});

it('a price that goes up and down is mailed only below the one that was last mailed', async () => {
  const kurta = await product({ variants: [{ price: 10_000 }] });
  const { save, userId, email } = await customer();
  const { wishlistId, id } = await save(kurta.productId);
  const mailed = async (amount: number) => {
    await price(kurta, amount);
    await nextDay(userId);
    return run();
  };
  expect(await mailed(9_000)).toBe(1);
  expect(await mailed(12_000)).toBe(0);
  expect(await mailed(9_500)).toBe(0);
  expect(await mailed(9_000)).toBe(0);
  expect(await mailed(8_999)).toBe(1);
  // Lower for a moment only: the mail has the current price, or is not sent.
  await price(kurta, 5_000);
  expect(await mailed(9_500)).toBe(0);
  expect(await mails(email)).toHaveLength(2);
  const row = await platform.container.knex('wishlists_items').where({ id }).first();
  expect(row).toMatchObject({ wishlistId, priceAdded: 10_000, noticedPrice: 8_999, isDue: false });
});

it('a special price that begins by time alone is a drop', async () => {
  const kurta = await product({ variants: [{ price: 10_000 }] });
  const { save } = await customer();
  await save(kurta.productId);
  const minuteAgo = new Date(Date.now() - 60_000);
  await platform.container
    .knex('products_variants')
    .where({ id: variantOf(kurta) })
    .update({ specialPrice: 8_000, specialPriceStart: minuteAgo });
  expect(await run()).toBe(1);
  expect(await run()).toBe(0);
});

it('stock is mailed when there was none, and only then', async () => {
  const diya = await product({ variants: [{ stock: 5 }] });
  const { save, userId } = await customer();
  await save(diya.productId, { notifyBackInStock: true });
  await stock(diya, 9);
  expect(await run()).toBe(0);
  await stock(diya, 0);
  expect(await run()).toBe(0);
  await stock(diya, 2);
  expect(await run()).toBe(1);
  await nextDay(userId);
  await stock(diya, 4);
  expect(await run()).toBe(0);
  // Sold out again before the mail could be written.
  await stock(diya, 0);
  await stock(diya, 1);
  await stock(diya, 0);
  expect(await run()).toBe(0);
  await stock(diya, 1);
  expect(await run()).toBe(1);
});

it('a person gets one mail a day; what is new meanwhile comes the next day', async () => {
  const [first, second] = [await product(), await product()];
  const { save, userId, email } = await customer();
  for (const { productId } of [first, second]) await save(productId);
  await price(first, 100);
  expect(await run()).toBe(1);
  await price(second, 100);
  expect(await run()).toBe(0);
  await nextDay(userId);
  expect(await run()).toBe(1);
  expect(await mails(email)).toHaveLength(2);
});

it('runs at one moment, and one that is repeated after a failure, write to nobody twice', async () => {
  const kurta = await product();
  const people = [];
  for (let n = 0; n < 6; n += 1) people.push(await customer());
  for (const { save } of people) await save(kurta.productId);
  await price(kurta, 100);
  const { container } = platform;
  const enqueueAll = container.mail.enqueueAll.bind(container.mail);
  const broken = {
    ...container,
    mail: {
      ...container.mail,
      enqueueAll: async (...given: Parameters<typeof enqueueAll>) => {
        await enqueueAll(...given);
        throw new Error('the worker died');
      },
    },
  };
  const sweep = createWishlistsQueues(broken).sweeps?.core?.['wishlist-alerts'];
  await expect(new MockActivityEnvironment().run(sweep as () => Promise<object>)).rejects.toThrow(
    'the worker died',
  );
  expect(await mails(people[0]?.email ?? '')).toEqual([]);
  const runs = await Promise.all([run(), run(), run(), run()]);
  expect(runs.reduce((sum, count) => sum + count, 0)).toBe(6);
  for (const { email } of people) expect(await mails(email)).toHaveLength(1);
});

it('a private product is mailed about to members of its group alone', async () => {
  const { knex } = platform.container;
  const shawl = await product({ variants: [{ price: 149_900, stock: 0 }] });
  const [member, former] = [await customer(), await customer()];
  const groupId = newId();
  await knex('customer_groups').insert({ id: groupId, name: `Regulars ${groupId}`, kind: 'static' });
  const join = (userId: string) =>
    knex('customer_groups_members').insert({ groupId, userId, joinedAt: new Date() });
  for (const { userId } of [member, former]) await join(userId);
  await knex('customer_groups_products').insert({ groupId, productId: shawl.productId });
  await knex('products').where({ id: shawl.productId }).update({ visibility: 'private' });
  for (const { save } of [member, former]) await save(shawl.productId);
  await knex('customer_groups_members').where({ groupId, userId: former.userId }).delete();
  await price(shawl, 99_900);
  await stock(shawl, 3);
  expect(await run()).toBe(1);
  expect(await mails(member.email)).toHaveLength(1);
  expect(await mails(former.email)).toEqual([]);
  // Back in the group, they have not been mailed about the lower price.
  await join(former.userId);
  await look(shawl);
  expect(await run()).toBe(1);
  expect(await mails(former.email)).toHaveLength(1);
});

it('asking for mails about an item after leaving everything subscribes to that topic alone', async () => {
  const admin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
  const offers = { names: [{ locale: 'en', name: 'Offers' }] };
  const offersId = (await admin.post<{ id: string }>('/admin/campaigns/topics', offers)).body.data.id;
  const { save, http: client } = await customer();
  const state = async () => {
    const { suppressed, topics } = (
      await client.get<{ suppressed: string | null; topics: { id: string; subscribed: boolean }[] }>(
        '/store/email-preferences',
      )
    ).body.data;
    return { suppressed, topics: topics.filter(({ subscribed }) => subscribed).map(({ id }) => id) };
  };
  expect(await state()).toEqual({ suppressed: null, topics: [offersId] });
  await client.put('/store/email-preferences', { topicIds: [] });
  expect(await state()).toEqual({ suppressed: 'unsubscribe', topics: [] });
  await save((await product()).productId, {});
  expect(await state()).toEqual({ suppressed: 'unsubscribe', topics: [] });
  await save((await product()).productId);
  expect(await state()).toEqual({ suppressed: null, topics: [topicId] });
});
