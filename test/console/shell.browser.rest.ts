import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { totpCode } from '#lib/totp.js';
import { createSession, grant, signInAgo } from '../_support/accounts.js';
import { click, clickOn, fill, fillOn, goBack, pressKey, see, typeText, visit } from '../_support/browser.js';
import { eventually } from '../_support/eventually.js';
import { startConsole, type TestConsole } from './console-tests.js';

let shop: TestConsole;
const PASSWORD = 'a long enough password';
const valueOf = (field: unknown) => (field as { value: string }).value;

beforeAll(async () => {
  shop = await startConsole();
});
afterAll(() => shop.stop());

/** An administrator who signs in with a password. */
async function administrator(email: string): Promise<string> {
  const { http, container } = shop.platform;
  const signedUp = await http.raw('POST', '/auth/sign-up/email', {
    body: JSON.stringify({ email, password: PASSWORD, name: 'Asha Rao' }),
    headers: { 'content-type': 'application/json', origin: shop.platform.url },
  });
  expect(signedUp.status).toBe(200);
  const { id } = (await container.knex('accounts_users').where({ email }).first('id')) as { id: string };
  await container.knex('accounts_users').where({ id }).update({ emailVerified: true });
  await grant(container, id, { roles: ['superAdmin'] });
  return id;
}

async function signIn(page: Awaited<ReturnType<TestConsole['open']>>['page'], email: string): Promise<void> {
  await fill(page, 'E-mail address', email);
  await fillOn(page, 'input[name="password"]', PASSWORD);
  await click(page, 'button', 'Sign in');
}

it('sign-in-and-back: a sign-in leads to the page that was asked for, by the code where there is a second factor', async () => {
  await administrator('asha@example.com');
  const tab = await shop.open('/admin/brands?search=kolam', { session: null });
  await tab.watch('sign-in-and-back', async () => {
    await signIn(tab.page, 'asha@example.com');
    await see(tab.page, 'No brands match');
    expect(new URL(tab.page.url()).search).toBe('?search=kolam');

    // Sets up a second factor, and signs in once more with it.
    await visit(tab.page, `${shop.platform.url}/console/account`);
    await click(tab.page, 'button', 'Set up a second factor');
    await click(tab.page, 'button', 'Set up');
    await see(tab.page, 'Scan the picture');
    const secret = await tab.page.$eval('pre', (code) =>
      (code as unknown as { textContent: string }).textContent.replace(/\s/g, ''),
    );
    await fill(tab.page, 'Code', totpCode(secret, new Date()));
    await click(tab.page, 'button', 'Confirm');
    await see(tab.page, 'Keep these recovery codes');
    await click(tab.page, 'button', 'I have kept them');
    await see(tab.page, '10 of 10 recovery codes left');

    const again = await shop.open('/admin/tags', { session: null });
    await signIn(again.page, 'asha@example.com');
    await see(again.page, 'Enter your code');
    await fill(again.page, 'Code', '000000');
    await click(again.page, 'button', 'Continue');
    await again.page.waitForSelector('[role="alert"]');
    await fill(again.page, 'Code', totpCode(secret, new Date(Date.now() + 30_000)));
    await click(again.page, 'button', 'Continue');
    await see(again.page, 'No tags yet');
    await again.close();
  });
  await tab.close();
});

it('step-up-dialog: an old sign-in confirms its password, and the same act is sent once more with the same key', async () => {
  const email = 'usha@example.com';
  const userId = await administrator(email);
  const session = await createSession(shop.platform.container, { userId });
  await signInAgo(shop.platform.container, session, 60);
  const tab = await shop.open('/admin/roles/new', { session });
  await tab.watch('step-up-dialog', async () => {
    await fill(tab.page, 'Name', 'readers');
    await tab.page.focus('[data-field="permissions"]');
    await typeText(tab.page, 'order:view\n');
    await click(tab.page, 'button', 'Create');
    await see(tab.page, 'Confirm that it is you');
    // Cancelled: what was typed stays.
    await pressKey(tab.page, 'Escape');
    await tab.page.waitForFunction(
      () =>
        !(
          globalThis as unknown as { document: { body: { innerText: string } } }
        ).document.body.innerText.includes('Confirm that it is you'),
    );
    expect(await tab.page.$eval('[data-field="name"]', valueOf)).toBe('readers');
    await click(tab.page, 'button', 'Create');
    await see(tab.page, 'Confirm that it is you');
    await fillOn(tab.page, 'input[name="password"]', PASSWORD);
    await click(tab.page, 'button', 'Confirm');
    const roles = shop.platform.container.knex('access_roles').where({ name: 'readers' });
    await eventually(async () => expect(await roles).toHaveLength(1));
    expect(await tab.page.content()).not.toContain(PASSWORD);
  });
  await tab.close();
});

it('menu-follows-permissions: what the session may not do has no entry, and its address names the permission', async () => {
  const tab = await shop.open('/money', { as: { permissions: ['refund:view'] } });
  await tab.watch('menu-follows-permissions', async () => {
    await see(tab.page, 'No refund has failed');
    const text = await tab.page.$eval('body', (body) => (body as unknown as { innerText: string }).innerText);
    expect(text).not.toMatch(/Payouts|Ledger|Settings|Queues/);
    await visit(tab.page, `${shop.platform.url}/console/settings`);
    await see(tab.page, 'adminSetting:read');
  });
  await tab.close();
});

it('back-button-keeps-filters: going back from a row shows the list as it was left', async () => {
  const { http, container } = shop.platform;
  const root = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
  for (const title of ['Kolam Works', 'Pital Ghar'])
    expect((await root.post('/admin/brands', { title })).status).toBe(201);
  const tab = await shop.open('/admin/brands');
  await tab.watch('back-button', async () => {
    await see(tab.page, 'Pital Ghar');
    await fill(tab.page, 'Search', 'kolam');
    await tab.page.waitForFunction(
      () =>
        !(
          globalThis as unknown as { document: { body: { innerText: string } } }
        ).document.body.innerText.includes('Pital Ghar'),
    );
    await click(tab.page, 'link', 'Kolam Works');
    await see(tab.page, 'Used by');
    await goBack(tab.page);
    // The page of the row names it too, until the list is there.
    const search = '[aria-label="Search"] input, input[aria-label="Search"]';
    await tab.page.waitForSelector(search);
    await see(tab.page, 'Kolam Works');
    expect(new URL(tab.page.url()).search).toBe('?search=kolam');
    expect(await tab.page.$eval(search, valueOf)).toBe('kolam');
  });
  await tab.close();
});

it('double-click-acts-once: a form that is sent twice at once makes one row', async () => {
  const tab = await shop.open('/admin/tags/new');
  await tab.watch('double-click', async () => {
    await fill(tab.page, 'Title', 'Festive');
    await clickOn(tab.page, 'button[type="submit"]', 2);
    await see(tab.page, 'Used by');
    const tags = await shop.platform.container.knex('taxonomy_tags').where({ title: 'Festive' });
    expect(tags).toHaveLength(1);
  });
  await tab.close();
});

it('engine-away-banner: without the engine a banner says what goes on, and goes when it is back', async () => {
  const tab = await shop.open('/account');
  await tab.watch('engine-away', async () => {
    const { page } = tab;
    let away = true;
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (!away || !new URL(request.url()).pathname.startsWith('/admin/jobs')) return void request.continue();
      void request.respond({
        status: 503,
        contentType: 'application/json',
        body: JSON.stringify({
          data: null,
          message: 'The workflow engine cannot be reached',
          statusCode: 503,
          errorCode: 'SERVICE_UNAVAILABLE',
          reason: 'platform.engine_unavailable',
        }),
      });
    });
    await visit(page, `${shop.platform.url}/console/jobs`);
    await see(page, 'Orders are taken, and nothing is lost');
    away = false;
    await click(page, 'button', 'Look again');
    await page.waitForFunction(
      () =>
        !(
          globalThis as unknown as { document: { body: { innerText: string } } }
        ).document.body.innerText.includes('nothing is lost'),
    );
  });
  await tab.close();
});

it('new-version-there: a chunk that is gone reloads the page once, and then says so', async () => {
  const tab = await shop.open('/account');
  await tab.watch('new-version', async () => {
    const { page } = tab;
    await see(page, 'Account and security');
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (/jobs-page/.test(request.url())) void request.respond({ status: 404, body: '' });
      else void request.continue();
    });
    await visit(page, `${shop.platform.url}/console/jobs`);
    await see(page, 'A new version is there');
  });
  await tab.close();
});

it('two-tabs: signed out in one tab, the other leads to the sign-in at its address', async () => {
  const first = await shop.open('/admin/tags');
  await first.watch('two-tabs', async () => {
    await fill(first.page, 'Search', 'nothing like it');
    await see(first.page, 'No tags match');
    const second = await first.page.browserContext().newPage();
    await visit(second, `${shop.platform.url}/console/account`);
    await clickOn(second, 'button[aria-label$=", account"]');
    await click(second, 'menuitem', 'Sign out');
    await see(second, 'To the console of this marketplace');
    await first.page.bringToFront();
    await fill(first.page, 'Search', 'kolam');
    await see(first.page, 'To the console of this marketplace');
    expect(new URL(first.page.url()).pathname).toBe('/console/admin/tags');
  });
  await first.close();
});
