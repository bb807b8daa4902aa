import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession, createUser } from '../_support/accounts.js';
import { mailsTo } from '../_support/mails.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { mailedLinks, MAILED_TOKEN } from '../storefront/mailed-links.js';

const PASSWORD = 'a long enough password';
/** Pages of a storefront that is not ours, below a path of its own, none at the address that is the default. */
const pages = {
  auth_reset_password_path: '/me/new-password',
  auth_verification_path: '/me/confirm',
  auth_magic_link_path: '/me/enter',
  auth_change_email_path: '/me/new-address',
  auth_delete_account_path: '/me/goodbye',
  unsubscribe_path: '/letters/stop',
  back_in_stock_path: '/letters/stock',
  restore_cart_path: '/basket',
};

let platform: TestPlatform;
let shop: Server;
let shopUrl: string;
/** What the storefront was asked for: the page below its path, and the query. */
const visits: { page: string; query: URLSearchParams }[] = [];

/** A page is what the settings name, or one of those that each storefront has. */
const isPage = (page: string) =>
  Object.values(pages).includes(page) ||
  page === '' ||
  /^\/(products|orders)\/[a-z0-9-]+$/.test(page.toLowerCase());

beforeAll(async () => {
  platform = await startPlatform();
  shop = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://shop');
    const page = pathname.replace(/\/$/, '').replace(/^\/in/, '');
    visits.push({ page, query });
    response.writeHead(pathname.startsWith('/in') && isPage(page) ? 200 : 404).end();
  }).listen(0, '127.0.0.1');
  await once(shop, 'listening');
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/in`;
  const { token } = await createSession(platform.container, { roles: ['superAdmin'] });
  const settings = Object.entries(pages).map(([name, path]) => [`storefront_urls.${name}`, path]);
  data(
    await platform.http.as(token).patch('/admin/settings/store', {
      ...(Object.fromEntries(settings) as Record<string, string>),
      'storefront_urls.store_url': `${shopUrl}/`,
    }),
  );
  await platform.container.settings.refresh();
});
afterAll(async () => {
  shop.close();
  await platform.stop();
});

/** Opens a link as the reader of the mail does. */
async function visit(url: string): Promise<{ page: string; query: URLSearchParams }> {
  const { status } = await fetch(url, { redirect: 'manual' });
  expect([url, status]).toEqual([url, 200]);
  const [visited] = visits.splice(0);
  if (!visited) throw new Error(`${url} does not lead to the storefront`);
  return visited;
}

it('every link of a mail to a buyer opens a page of a storefront that is not ours', async () => {
  const order = await createConfirmedOrder(platform.container, { paid: true });
  const { links, unsubscribeToken } = mailedLinks(platform.container, shopUrl, order);
  const opened = new Map<string, string | null>();
  for (const url of links) {
    const { page, query } = await visit(url);
    opened.set(page, query.get('token') ?? query.get('code'));
  }
  expect([...opened.keys()]).toEqual(
    expect.arrayContaining([...Object.values(pages), '', '/orders/lookup', '/products/lantern-1']),
  );
  for (const page of ['/me/new-password', '/me/confirm', '/me/enter', '/basket'])
    expect([page, opened.get(page)]).toEqual([page, MAILED_TOKEN]);
  expect(opened.get('/letters/stop')).toBe(unsubscribeToken);
});

describe('what a mailed link brings to that storefront does what it is for', () => {
  /** The token of the last mail of this kind, as its page gets it. */
  async function mailedToken(email: string, template: string, page: string): Promise<string> {
    const mails = (await mailsTo(platform.container, email)).filter((mail) => mail.template === template);
    const visited = await visit(String(mails.at(-1)?.variables?.['url']));
    expect(visited.page).toBe(page);
    return visited.query.get('token') ?? visited.query.get('code') ?? '';
  }
  const lead = async (path: string, token?: string) => {
    const http = token === undefined ? platform.http : platform.http.as(token);
    const { status, headers } = await http.raw('GET', path, { redirect: 'manual' });
    return { failed: status >= 400 || (headers.get('location') ?? '').includes('error='), headers };
  };
  const user = (userId: string) => platform.container.knex('accounts_users').where({ id: userId }).first();

  it('a new password', async () => {
    const { email } = await createUser(platform.container);
    await platform.http.post('/auth/request-password-reset', { email });
    const token = await mailedToken(email, 'auth.reset_password', pages.auth_reset_password_path);
    const body = { token, newPassword: PASSWORD };
    expect((await platform.http.post('/auth/reset-password', body)).status).toBe(200);
    expect((await platform.http.post('/auth/sign-in/email', { email, password: PASSWORD })).status).toBe(200);
  });

  it('a confirmed address', async () => {
    const email = `reader-${Date.now()}@example.com`;
    await platform.http.post('/auth/sign-up/email', { email, password: PASSWORD, name: 'Asha Rao' });
    const token = await mailedToken(email, 'auth.verification', pages.auth_verification_path);
    expect((await lead(`/auth/verify-email?token=${encodeURIComponent(token)}`)).failed).toBe(false);
    expect((await platform.http.post('/auth/sign-in/email', { email, password: PASSWORD })).status).toBe(200);
  });

  it('a sign-in', async () => {
    const { email } = await createUser(platform.container);
    await platform.http.post('/auth/sign-in/magic-link', { email });
    const token = await mailedToken(email, 'auth.magic_link', pages.auth_magic_link_path);
    const { failed, headers } = await lead(`/auth/magic-link/verify?token=${encodeURIComponent(token)}`);
    expect([failed, headers.get('set-cookie')]).toEqual([false, expect.stringContaining('session')]);
  });

  it('the first half of a new address', async () => {
    const session = await createSession(platform.container);
    await platform.http.as(session.token).post('/auth/change-email', { newEmail: `new-${session.email}` });
    const token = await mailedToken(session.email, 'auth.change_email', pages.auth_change_email_path);
    expect((await lead(`/auth/verify-email?token=${encodeURIComponent(token)}`)).failed).toBe(false);
    // The second link goes to the new address.
    const second = await mailedToken(
      `new-${session.email}`,
      'auth.verification',
      pages.auth_verification_path,
    );
    expect((await lead(`/auth/verify-email?token=${encodeURIComponent(second)}`)).failed).toBe(false);
    expect((await user(session.userId)) as unknown).toMatchObject({ email: `new-${session.email}` });
  });

  it('a deleted account', async () => {
    const session = await createSession(platform.container);
    await platform.http.as(session.token).post('/auth/delete-user', {});
    const token = await mailedToken(session.email, 'auth.delete_account', pages.auth_delete_account_path);
    const path = `/auth/delete-user/callback?token=${encodeURIComponent(token)}`;
    expect((await lead(path, session.token)).failed).toBe(false);
    expect(await user(session.userId)).toBeUndefined();
  });
});
