import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDiscountCodesRepository } from '#db/discounts/discount-codes.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';
import { writeClickToken } from '#operations/campaigns/click-token.js';
import { type MailSandbox, startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';
import { createSession, createUser } from '../_support/accounts.js';
import { createDiscount } from '../_support/discounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { createConfirmedOrder, createSellableVariant } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { indexNow } from '../search/index-now.js';

interface Statistics {
  clicks: number;
  clickers: number;
  orders: number;
  orderAmount: number;
  unsubscribed: number;
  links: { block: number; blockType: string; url: string; clicks: number; clickers: number }[];
}

const API = 'https://api.example.com';
let platform: TestPlatform;
let sandbox: MailSandbox;
let admin: HttpClient;
let vendorId: string;

beforeAll(async () => {
  sandbox = await startMailSandbox({ smtpPort: 0, inboxPort: 0 });
  platform = await startPlatform({
    workers: ['core', 'mail', 'relay'],
    environment: {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(sandbox.smtpPort),
      PUBLIC_API_BASE_URL: API,
    },
  });
  admin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
  await admin.patch('/admin/settings/store', { 'storefront_urls.store_url': 'https://store.example' });
  await admin.patch('/admin/settings/admin', { 'email.campaign_rate_per_second': 1000 });
  ({ vendorId } = await createVendor(platform.container));
});
afterAll(async () => {
  await platform.stop();
  await sandbox.close();
});
beforeEach(() => sandbox.clear());

const people = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createUser(platform.container)));
const accept = (blocks: object[], users: { userId: string }[]) =>
  admin.post<{ broadcastId: string; warnings: string[] }>('/admin/campaigns/send', {
    subject: 'News',
    previewText: 'News',
    blocks,
    audience: { type: 'user_ids', userIds: users.map(({ userId }) => userId) },
  });
async function reaches(id: string, status: string): Promise<{ reason: string | null }> {
  return eventually(async () => {
    const { body } = await admin.get<{ status: string; reason: string | null }>(
      `/admin/campaigns/broadcasts/${id}`,
    );
    expect(body.data.status).toBe(status);
    return body.data;
  });
}
async function sent(
  blocks: object[],
  users: { userId: string }[],
): Promise<{ id: string; warnings: string[] }> {
  const { status, body } = await accept(blocks, users);
  expect([status, body.errors]).toEqual([202, undefined]);
  await reaches(body.data.broadcastId, 'sent');
  return { id: body.data.broadcastId, warnings: body.data.warnings };
}
const mailTo = ({ email }: { email: string }) => sandbox.messages(email).at(-1)?.html ?? '';
const previewOf = async (id: string) =>
  (await admin.get<{ html: string; text: string }>(`/admin/campaigns/broadcasts/${id}/preview`)).body.data;
const statistics = async (id: string) =>
  (await admin.get<Statistics>(`/admin/campaigns/broadcasts/${id}/statistics`)).body.data;

describe('products of a campaign', () => {
  it('are those of its start, and what cannot be bought is left out with a warning', async () => {
    const { container } = platform;
    const lamp = await createSellableVariant(container, vendorId, { title: 'Brass lamp', price: 49_900 });
    const sold = await createSellableVariant(container, vendorId, { title: 'Sold out diya', onHand: 0 });
    const hidden = await createSellableVariant(container, vendorId, {
      title: 'Draft',
      product: { status: 'draft' },
    });
    await createSellableVariant(container, vendorId, { title: 'Brass lamp with wick', price: 19_900 });
    await indexNow(container);
    const listing = await admin.post<{ id: string }>('/admin/dynamic-product-listings', {
      title: 'Lamps',
      filters: { q: 'brass lamp', sortBy: 'price-asc' },
    });
    const blocks = [
      ...[lamp.productId, sold.productId, hidden.productId, newId()].map((productId) => ({
        type: 'product',
        productId,
      })),
      {
        type: 'columns',
        left: [{ type: 'listing', listingId: listing.body.data.id, count: 1 }],
        right: [{ type: 'text', text: 'Beside it' }],
      },
    ];
    const [user] = await people(1);
    const { id, warnings } = await sent(
      blocks,
      [user].flatMap((item) => item ?? []),
    );
    expect(warnings.filter((text) => text.includes('left out'))).toEqual(
      [2, 3, 4].map(
        (n) => `Block ${n}: the product is gone, sold out or not on sale, so that the block is left out`,
      ),
    );
    const html = mailTo(user as { email: string });
    for (const part of [
      'Brass lamp</a>',
      '₹499.00',
      'Brass lamp with wick',
      '₹199.00',
      'Beside it',
      'See it',
    ])
      expect(html).toContain(part);
    expect(html).not.toMatch(/Sold out diya|Draft/);
    // What changes afterwards is not what was sent.
    const { knex } = container;
    await knex('products').where({ id: lamp.productId }).update({ title: 'Copper lamp' });
    await knex('products_variants').where({ id: lamp.variantId }).update({ price: 59_900 });
    const frozen = await previewOf(id);
    expect(frozen.html).toContain('Brass lamp</a>');
    expect(frozen.text).toContain('Brass lamp, ₹499.00: https://store.example/products/');
    const now = await admin.post<{ text: string }>('/admin/campaigns/preview', { blocks });
    expect(now.body.data.text).toContain('Copper lamp, ₹599.00');
  });

  it('a bad inner block is refused with its path, and so are blocks within blocks', async () => {
    const issue = async (block: object) => {
      const { status, body } = await admin.post('/admin/campaigns/preview', { blocks: [block] });
      return [status, body.errors?.[0]?.path];
    };
    const text = { type: 'text', text: 'x' };
    expect(
      await issue({
        type: 'columns',
        left: [text],
        right: [{ type: 'button', label: 'x', url: 'javascript:x' }],
      }),
    ).toEqual([400, 'body.blocks.0.right.0.url']);
    expect(
      await issue({
        type: 'section',
        align: 'center',
        blocks: [{ type: 'section', align: 'left', blocks: [text] }],
      }),
    ).toEqual([400, 'body.blocks.0.blocks.0.type']);
    expect(await issue({ type: 'section', align: 'middle', blocks: [text] })).toEqual([
      400,
      'body.blocks.0.align',
    ]);
    expect(await issue({ type: 'heading', text: 'x', align: 'center' })).toEqual([
      400,
      'body.blocks.0.align',
    ]);
    expect(
      await issue({ type: 'section', align: 'right', blocks: [{ type: 'heading', text: '{{ x' }] }),
    ).toEqual([400, 'body.blocks.0.blocks.0.text']);
  });
});

describe('bulk codes of a campaign', () => {
  const codeIn = (html: string) => /class="code"[^>]*>([A-Z0-9-]+)</.exec(html)?.[1] ?? '';
  const coupon = (discountId: string) => [{ type: 'coupon', discountId, codes: 'bulk', text: 'For you' }];
  const addCodes = (id: string, count: number) =>
    admin.post(`/admin/discounts/${id}/codes`, { prefix: '', count });
  async function bulkDiscount(count: number): Promise<string> {
    const { id } = await createDiscount(platform.container, { name: 'Diwali' });
    await addCodes(id, count);
    return id;
  }

  it('each recipient has one of their own, and the same one when the mail is sent again', async () => {
    const id = await bulkDiscount(3);
    const users = await people(3);
    const broadcast = await sent(coupon(id), users);
    const codes = users.map((user) => codeIn(mailTo(user)));
    expect(new Set(codes).size).toBe(3);
    const { knex } = platform.container;
    await knex('campaigns_recipients').where({ broadcastId: broadcast.id }).update({ state: 'unclear' });
    sandbox.clear();
    const again = await admin.post(`/admin/campaigns/broadcasts/${broadcast.id}/resend`, { unclear: true });
    expect(again.status).toBe(202);
    await reaches(broadcast.id, 'sent');
    expect(users.map((user) => codeIn(mailTo(user)))).toEqual(codes);
    expect((await previewOf(broadcast.id)).html).toContain('SAMPLE-CODE');
  });

  it('fewer than recipients are refused, and codes that run out pause the broadcast until there are more', async () => {
    const id = await bulkDiscount(2);
    const users = await people(3);
    const refused = await accept(coupon(id), users);
    expect([refused.status, refused.body.reason]).toEqual([409, 'campaigns.too_few_codes']);
    expect(refused.body.message).toContain('The discount Diwali has 2 free bulk codes for 3 recipients');
    await addCodes(id, 1);
    const { knex } = platform.container;
    // Accepted with three; before it starts an order has one of them.
    const at = new Date(Date.now() + 86_400_000).toISOString();
    const scheduled = await admin.post<{ broadcastId: string }>('/admin/campaigns/send', {
      subject: 'News',
      blocks: coupon(id),
      scheduleFor: at,
      audience: { type: 'user_ids', userIds: users.map(({ userId }) => userId) },
    });
    const { broadcastId } = scheduled.body.data;
    const taken = await knex('discounts_codes').where({ discountId: id }).first('code');
    await knex('discounts_codes').where({ code: taken?.code }).update({ givenTo: newId() });
    await admin.post(`/admin/campaigns/broadcasts/${broadcastId}/pause`);
    await knex('campaigns_broadcasts').where({ id: broadcastId }).update({ scheduleFor: new Date() });
    await admin.post(`/admin/campaigns/broadcasts/${broadcastId}/resume`);
    const { reason } = await reaches(broadcastId, 'paused');
    expect(reason).toBe('The discount Diwali has no bulk codes left: create more, then resume');
    await addCodes(id, 1);
    await admin.post(`/admin/campaigns/broadcasts/${broadcastId}/resume`);
    await reaches(broadcastId, 'sent');
    expect(new Set(users.map((user) => codeIn(mailTo(user)))).size).toBe(3);
    for (const { email } of users) expect(sandbox.messages(email)).toHaveLength(1);
  });

  it('twelve claims at once never give a code twice, nor more than there are', async () => {
    const id = await bulkDiscount(40);
    const { unitOfWork } = platform.container;
    const repository = createDiscountCodesRepository();
    const groups = Array.from({ length: 12 }, () => Array.from({ length: 5 }, () => newId()));
    const give = (group: string[]) =>
      unitOfWork.run(systemContext({ name: 'test' }, new Date()), (tx) => repository.give(tx, id, group));
    // Each group asks twice at once, as a retried batch does.
    const given = await Promise.all(groups.flatMap((group) => [give(group), give(group)]));
    const byRecipient = new Map<string, Set<string>>();
    for (const codes of given)
      for (const [recipient, code] of codes)
        byRecipient.set(recipient, (byRecipient.get(recipient) ?? new Set()).add(code));
    expect([...byRecipient.values()].every(({ size }) => size === 1)).toBe(true);
    expect(new Set([...byRecipient.values()].flatMap((codes) => [...codes])).size).toBe(40);
    expect(byRecipient.size).toBe(40);
  });
});

describe('clicks of a campaign', () => {
  it('lead to the stored address alone, count by block, and bring orders within the window', async () => {
    const users = await people(2);
    const [user, other] = users as [(typeof users)[number], (typeof users)[number]];
    const { id } = await sent(
      [
        {
          type: 'text',
          text: 'See [lamps](https://store.example/lamps?a=1&b=2), [write](mailto:a@b.example), [leave]({{unsubscribe_url}})',
        },
        { type: 'button', label: 'Mine', url: 'https://store.example/?n={{customer_name}}' },
        {
          type: 'section',
          align: 'center',
          blocks: [{ type: 'button', label: 'All', url: '{{store_url}}/all' }],
        },
      ],
      users,
    );
    const html = mailTo(user);
    const links = [...html.matchAll(/href="https:\/\/api\.example\.com(\/store\/clicks\/[^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    expect(links).toHaveLength(2);
    for (const part of [
      'href="mailto:a@b.example"',
      `href="${API}/store/unsubscribe/`,
      'href="https://store.example/?n=',
    ])
      expect(html).toContain(part);
    // The plain text keeps the addresses themselves.
    expect(sandbox.messages(user.email).at(-1)?.text).toContain('https://store.example/lamps?a=1&b=2');
    const [lamps = '', all = ''] = links;
    const open = async (path: string, init: RequestInit = {}) => {
      const response = await platform.http.raw(init.method ?? 'GET', path, { redirect: 'manual', ...init });
      return [response.status, response.headers.get('location')];
    };
    const target = 'https://store.example/lamps?a=1&b=2';
    expect(await open(lamps, { method: 'HEAD' })).toEqual([302, target]);
    expect(await open(lamps, { headers: { 'sec-purpose': 'prefetch;prerender' } })).toEqual([302, target]);
    expect(await statistics(id)).toMatchObject({ clicks: 0, clickers: 0, orders: 0 });
    for (const path of [lamps, lamps, all]) expect((await open(path))[0]).toBe(302);
    const theirs = all.split('/').at(-1) ?? '';
    const forged = [
      `/store/clicks/${lamps.split('/')[3]?.slice(0, -2)}AA/${theirs}`,
      `/store/clicks/${writeClickToken(newId(), platform.container.config)}/${theirs}`,
      lamps.replace(/[^/]+$/, 'https%3A%2F%2Fevil.example'),
      lamps.replace(/[^/]+$/, '0000000000000000'),
    ];
    for (const path of forged) expect(await open(path)).toEqual([404, null]);
    await createConfirmedOrder(platform.container, {
      buyer: { ...user, token: '' },
      placedAt: new Date(Date.now() - 60_000),
    });
    const bought = await createConfirmedOrder(platform.container, { buyer: { ...user, token: '' } });
    await createConfirmedOrder(platform.container, {
      buyer: { ...user, token: '' },
      placedAt: new Date(Date.now() + 6 * 86_400_000),
    });
    await createConfirmedOrder(platform.container, { buyer: { ...other, token: '' } });
    expect(await statistics(id)).toMatchObject({
      clicks: 3,
      clickers: 1,
      orders: 1,
      orderAmount: bought.grandTotal,
      windowDays: 5,
      links: [
        { block: 1, blockType: 'text', url: target, clicks: 2, clickers: 1 },
        { block: 3, blockType: 'section', url: 'https://store.example/all', clicks: 1, clickers: 1 },
      ],
    });
    // A later campaign takes over what is bought after it.
    sandbox.clear();
    const later = await sent([{ type: 'button', label: 'All', url: '{{store_url}}/all' }], users);
    const path = /href="https:\/\/api\.example\.com(\/store\/clicks\/[^"]+)"/.exec(mailTo(user))?.[1] ?? '';
    expect((await open(path))[0]).toBe(302);
    await createConfirmedOrder(platform.container, { buyer: { ...user, token: '' } });
    expect([(await statistics(id)).orders, (await statistics(later.id)).orders]).toEqual([1, 1]);
  });

  it('are not counted where the setting is off', async () => {
    await admin.patch('/admin/settings/admin', { 'email.campaign_count_clicks': false });
    const [user] = await people(1);
    const { id } = await sent(
      [{ type: 'button', label: 'All', url: '{{store_url}}/all' }],
      [user].flatMap((item) => item ?? []),
    );
    await admin.patch('/admin/settings/admin', { 'email.campaign_count_clicks': true });
    expect(mailTo(user as { email: string })).toContain('href="https://store.example/all"');
    expect((await statistics(id)).links).toEqual([]);
  });
});
