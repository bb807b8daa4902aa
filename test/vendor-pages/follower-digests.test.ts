import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createVendorPagesQueues } from '#activities/vendor-pages/vendor-pages.queues.js';
import { type MailSandbox, startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { createBuyer } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct } from '../_support/products.js';
import { createVendor } from '../_support/vendors.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let platform: TestPlatform;
let sandbox: MailSandbox;
let admin: HttpClient;
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
  admin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
  const names = [
    { locale: 'en', name: 'Sellers I follow' },
    { locale: 'hi', name: 'मेरे विक्रेता' },
  ];
  topicId = (await admin.post<{ id: string }>('/admin/campaigns/topics', { names, optIn: true })).body.data
    .id;
});
afterAll(async () => {
  await platform.stop();
  await sandbox.close();
});

const set = async (settings: object) =>
  expect((await admin.patch('/admin/settings/admin', settings)).status).toBe(200);
const run = async () => {
  const sweep = createVendorPagesQueues(platform.container).sweeps?.core?.['vendor-pages-digests'];
  const swept = await new MockActivityEnvironment().run(sweep as () => Promise<{ digests: number }>);
  return (swept as { digests: number }).digests;
};

/** A customer who follows vendors since a month ago, and gets digests unless it says otherwise. */
async function follower(vendorIds: string[], { wants = true, locale = 'en' } = {}) {
  const { knex } = platform.container;
  const buyer = await createBuyer(platform.container);
  const http = platform.http.as(buyer.token);
  for (const vendorId of vendorIds)
    expect((await http.put(`/store/vendors/${vendorId}/follow`)).status).toBe(200);
  await knex('vendor_pages_follows')
    .where({ userId: buyer.userId })
    .update({ createdAt: new Date(Date.now() - 30 * DAY_MS) });
  await knex('accounts_users').where({ id: buyer.userId }).update({ locale, emailVerified: true });
  if (wants) await http.put('/store/email-preferences', { topicIds: [topicId] });
  const { email } = (await knex('accounts_users').where({ id: buyer.userId }).first('email')) as {
    email: string;
  };
  return { ...buyer, http, email };
}
const mails = (email: string) =>
  platform.container
    .knex('mail_messages')
    .where({ recipient: email, template: 'followed_vendors.new_products' });
const ageDigest = (userId: string) =>
  platform.container
    .knex('vendor_pages_digests')
    .where({ userId })
    .update({ sentAt: new Date(Date.now() - 7 * DAY_MS) });

it('followers who asked for it get what is new of their vendors, once, in their language, with a button to unsubscribe', async () => {
  const { container } = platform;
  const [kaveri, pital, other] = await Promise.all(
    ['Kaveri <Textiles>', 'Pital Ghar', 'Nobody Follows'].map((displayName) =>
      createVendor(container, { displayName }),
    ),
  );
  const at = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  const product = (vendorId: string | undefined, title: string, days: number, fields: object = {}) =>
    createProduct(container, vendorId ?? '', { title, publishedAt: at(days), ...fields });
  await product(kaveri?.vendorId, 'Indigo kurta', 2, {
    thumbnail: 'media/kurta.jpg',
    variants: [
      { price: 129_900, options: { Size: 'S' } },
      { price: 149_900, options: { Size: 'M' } },
    ],
  });
  await product(pital?.vendorId, 'Brass diya', 3);
  await product(kaveri?.vendorId, 'Long known shawl', 20);
  await product(kaveri?.vendorId, 'Only for members', 1, { visibility: 'private' });
  await product(kaveri?.vendorId, 'Not yet published', -1);
  await product(kaveri?.vendorId, 'Sold out scarf', 1, { variants: [{ stock: 0 }] });
  await product(other?.vendorId, 'Of somebody else', 1);
  const both = await follower([kaveri?.vendorId ?? '', pital?.vendorId ?? '']);
  const hindi = await follower([kaveri?.vendorId ?? ''], { locale: 'hi' });
  const silent = await follower([kaveri?.vendorId ?? ''], { wants: false });
  const left = await follower([kaveri?.vendorId ?? '']);
  await left.http.put('/store/email-preferences', { topicIds: [] });

  expect(await run()).toBe(0);
  await set({ 'email.follower_digest_topic': topicId });
  expect(await run()).toBe(2);
  expect(await run()).toBe(0);
  const mail = await eventually(() => {
    const [found] = sandbox.messages(both.email).filter(({ subject }) => subject.startsWith('New from'));
    expect(found).toBeDefined();
    return Promise.resolve(found);
  });
  expect(mail?.subject).toBe('New from Kaveri <Textiles>, Pital Ghar');
  const html = mail?.html ?? '';
  for (const text of [
    'Indigo kurta',
    'Brass diya',
    'From&nbsp;₹1,299.00',
    '₹499.00',
    'Kaveri &#60;Textiles&#62;',
    'kurta.jpg',
    'Sellers I follow',
  ])
    expect(html).toContain(text);
  for (const text of ['shawl', 'members', 'Not yet', 'scarf', 'somebody else'])
    expect(html).not.toContain(text);
  const header = (name: string) => mail?.headers.find((item) => item.name === name)?.value ?? '';
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const link =
    /^<https:\/\/api\.example\.com(\/store\/unsubscribe\/[\w.~+/=-]+)>/.exec(
      header('list-unsubscribe'),
    )?.[1] ?? '';
  await eventually(() => {
    expect(sandbox.messages(hindi.email).some(({ html: text }) => text?.includes('मेरे विक्रेता'))).toBe(true);
    return Promise.resolve();
  });
  expect([await mails(silent.email), await mails(left.email)]).toEqual([[], []]);

  // A week later nothing is new: nothing is sent.
  for (const { userId } of [both, hindi]) await ageDigest(userId);
  await platform.container.knex.raw(`update mail_messages set dedupe_key = dedupe_key || '-a-week-ago'`);
  await platform.container
    .knex('products')
    .where({ title: 'Indigo kurta' })
    .update({ publishedAt: at(8) });
  await platform.container
    .knex('products')
    .where({ title: 'Brass diya' })
    .update({ publishedAt: at(8) });
  expect(await run()).toBe(0);
  await product(kaveri?.vendorId, 'Newest kurta', 0.1);
  const pressed = await platform.http.raw('POST', link, {
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(pressed.status).toBe(200);
  expect(await run()).toBe(1);
  expect([await mails(both.email), await mails(hindi.email)].map(({ length }) => length)).toEqual([1, 2]);
});

it('two runs at one moment write to nobody twice, and a digest counts in the week', async () => {
  const { container } = platform;
  const { vendorId } = await createVendor(container);
  await createProduct(container, vendorId, { publishedAt: new Date(Date.now() - HOUR_MS).toISOString() });
  const people = [];
  for (let n = 0; n < 5; n += 1) people.push(await follower([vendorId]));
  const runs = await Promise.all([run(), run(), run()]);
  expect(runs.reduce((sum, digests) => sum + digests, 0)).toBeGreaterThanOrEqual(5);
  for (const { email } of people) expect(await mails(email)).toHaveLength(1);
  await set({ 'email.campaign_weekly_limit': 1 });
  const counted = await admin.post('/admin/campaigns/audience', {
    topicId,
    audience: { type: 'user_ids', userIds: people.map(({ userId }) => userId) },
  });
  expect(counted.body.data).toMatchObject({ recipients: 5, overWeeklyLimit: 5 });
});
