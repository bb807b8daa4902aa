import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { mailsTo } from '../_support/mails.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';

const PASSWORD = 'a long enough password';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({
    environment: { MAIL_INBOX_URL: 'http://inbox.example.com', TEMPORAL_UI_URL: 'http://ui.example.com' },
  });
});
afterAll(() => platform.stop());

interface Shown {
  status: number;
  headers: Headers;
  html: string;
}

/** Opens an address of a mail or a redirect as a browser does. */
async function open(url: string, headers: Record<string, string> = {}): Promise<Shown> {
  const { pathname, search } = new URL(url, platform.url);
  const response = await platform.http.raw('GET', `${pathname}${search}`, {
    redirect: 'manual',
    headers: { accept: 'text/html', ...headers },
  });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

const browser = { 'sec-fetch-site': 'same-origin', origin: 'null' };

async function submit(
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = browser,
): Promise<Shown> {
  const response = await platform.http.raw('POST', path, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(form).toString(),
  });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

async function lastLink(recipient: string): Promise<string> {
  const mail = (await mailsTo(platform.container, recipient)).at(-1);
  return String(mail?.variables?.['url']);
}

async function signUp() {
  const email = `buyer-${newId()}@example.com`;
  await platform.http.post('/auth/sign-up/email', { email, password: PASSWORD, name: 'Asha Rao' });
  return email;
}

const location = ({ headers }: Shown) => headers.get('location') ?? '';
const hiddenToken = ({ html }: Shown) => /name="token" value="([^"]+)"/.exec(html)?.[1] ?? '';

describe('links of mails without a storefront', () => {
  test('a verification ends at a page that loads nothing from elsewhere and is not cached', async () => {
    const email = await signUp();
    const opened = await open(await lastLink(email));
    expect([opened.status, new URL(location(opened)).pathname]).toEqual([302, '/account/verified']);
    const page = await open(location(opened));
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.html).toContain('Your e-mail address is confirmed');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*img-src 'self'/);
    expect(page.html).not.toMatch(/<script|https?:\/\//);
  });

  test('a forgotten password is set on the page, once, without JavaScript', async () => {
    const email = await signUp();
    await open(await lastLink(email));
    await platform.http.post('/auth/request-password-reset', { email });
    const opened = await open(await lastLink(email));
    const page = await open(location(opened));
    expect([new URL(location(opened)).pathname, page.status]).toEqual(['/account/password', 200]);
    const token = hiddenToken(page);

    const short = await submit('/account/password', { token, password: 'short' });
    expect([short.status, hiddenToken(short)]).toEqual([400, token]);
    const done = await submit('/account/password', { token, password: 'the next password' });
    expect([done.status, done.html.includes('Your password is set')]).toEqual([200, true]);
    const entered = await platform.http.post('/auth/sign-in/email', { email, password: 'the next password' });
    expect(entered.status).toBe(200);
    const again = await submit('/account/password', { token, password: 'a third password' });
    expect([again.status, again.html.includes('does not work')]).toEqual([400, true]);
  });

  test.each([
    '/account/password',
    '/account/password?error=INVALID_TOKEN',
    '/account/verified?error=TOKEN_EXPIRED',
  ])('%s says that the link does not work', async (path) => {
    const page = await open(path);
    expect([page.status, page.html.includes('This link does not work')]).toEqual([400, true]);
  });

  test('a magic link ends at a page and signs the browser in', async () => {
    const email = `buyer-${newId()}@example.com`;
    await platform.http.post('/auth/sign-in/magic-link', { email });
    const opened = await open(await lastLink(email));
    expect(new URL(location(opened)).pathname).toBe('/account/signed-in');
    const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    expect((await platform.http.with({ cookie }).get('/me')).status).toBe(200);
  });

  test('a link that fails in a browser is a page, and JSON for programs', async () => {
    const user = await createSession(platform.container);
    await platform.http.as(user.token).post('/auth/delete-user', {});
    const url = await lastLink(user.email);
    const page = await open(url);
    expect([page.status, page.html.includes('You are not signed in here')]).toEqual([404, true]);
    const json = await platform.http.get(new URL(url).pathname + new URL(url).search);
    expect(json.headers.get('content-type')).toMatch(/json/);
    const deleted = await open(url, { cookie: user.cookie });
    expect([deleted.status, new URL(location(deleted)).pathname]).toEqual([302, '/account/deleted']);
  });
});

describe('invitations', () => {
  async function invite(email: string) {
    const vendor = await createVendor(platform.container, { displayName: 'Kaveri <Textiles>' });
    const body = { email, role: 'member', organizationId: vendor.organizationId };
    await platform.http.as(vendor.token).post('/auth/organization/invite-member', body);
    return { vendor, path: new URL(await lastLink(email)).pathname };
  }

  test('somebody without an account signs in by the page and accepts', async () => {
    const email = `weaver-${newId()}@example.com`;
    const { vendor, path } = await invite(email);
    const asking = await open(path);
    expect(asking.status).toBe(200);
    expect(asking.html).toContain('Kaveri &#60;Textiles&#62;');
    expect(asking.html).not.toContain(email);
    expect((await submit(`${path}/accept`, {})).status).toBe(403);

    expect((await submit(`${path}/sign-in`, {})).status).toBe(200);
    const opened = await open(await lastLink(email));
    expect(new URL(location(opened)).pathname).toBe(path);
    const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    expect((await open(path, { cookie })).html).toContain('Accept');
    const accepted = await submit(`${path}/accept`, {}, { ...browser, cookie });
    expect([accepted.status, accepted.html.includes('You work for')]).toEqual([200, true]);
    const me = await platform.http.with({ cookie }).get<{ vendors: { id: string }[] }>('/me');
    expect(me.body.data.vendors.map(({ id }) => id)).toEqual([vendor.vendorId]);
    expect((await open(path, { cookie })).status).toBe(404);
  });

  test('an invitation is refused by its owner alone, and not by a form of another site', async () => {
    const invited = await createSession(platform.container);
    const { path } = await invite(invited.email);
    const stranger = await createSession(platform.container);
    expect((await submit(`${path}/refuse`, {}, { ...browser, cookie: stranger.cookie })).status).toBe(403);
    const others: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site', origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ];
    for (const headers of others) {
      const foreign = await submit(`${path}/refuse`, {}, { ...headers, cookie: invited.cookie });
      expect(foreign.status).toBe(403);
    }
    const refused = await submit(`${path}/refuse`, {}, { ...browser, cookie: invited.cookie });
    expect([refused.status, refused.html.includes('You refused')]).toEqual([200, true]);
    const rows = await platform.container.knex('accounts_invitations').where({ email: invited.email });
    expect(rows).toMatchObject([{ status: 'rejected' }]);
  });

  test.each([newId(), 'no-id', '%00'])('an unknown invitation is a page: %s', async (id) => {
    expect((await open(`/account/invitation/${id}`)).status).toBe(404);
  });
});

test('GET / names the reference, and outside production the inbox and the web UI', async () => {
  const page = await open('/');
  expect(page.status).toBe(200);
  for (const place of ['/docs', '/openapi.json', 'http://inbox.example.com', 'http://ui.example.com'])
    expect(page.html).toContain(`href="${place}"`);
});
