import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { click, fill, fillOn, reload, see, startBrowser, type TestBrowser } from '../_support/browser.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
let browser: TestBrowser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([
    startPlatform({ environment: { CONSOLE: 'on' } }),
    startBrowser(),
  ]);
});
afterAll(async () => {
  await browser.stop();
  await platform.stop();
});

it('session-ends-midway: the next request leads to the sign-in, at the same address', async () => {
  const { cookie, sessionId } = await createSession(platform.container, { roles: ['superAdmin'] });
  const tab = await browser.open(`${platform.url}/console/admin/brands?search=kolam`, { cookie });
  await tab.watch('session-ends-midway', async () => {
    await see(tab.page, 'No brands match');
    await platform.container.knex('accounts_sessions').where({ id: sessionId }).delete();
    await reload(tab.page);
    await see(tab.page, 'To the console of this marketplace');
    expect(new URL(tab.page.url()).search).toBe('?search=kolam');
  });
  await tab.close();
});

it('a sign-in that is refused says why, and what was typed stays', async () => {
  const tab = await browser.open(`${platform.url}/console/`);
  await tab.watch('wrong-password', async () => {
    await fill(tab.page, 'E-mail address', 'nobody@example.com');
    await fillOn(tab.page, 'input[name="password"]', 'not the password');
    await click(tab.page, 'button', 'Sign in');
    // The test's port is not the public address, which the library of sessions compares.
    await see(tab.page, 'open the console where PUBLIC_API_BASE_URL says');
    expect(
      await tab.page.$eval('input[name="email"]', (field) => (field as unknown as { value: string }).value),
    ).toBe('nobody@example.com');
  });
  await tab.close();
});

it('the menu has what the permissions allow, and a page without its permission names it', async () => {
  const { cookie } = await createSession(platform.container, { permissions: ['taxonomy:read'] });
  const tab = await browser.open(`${platform.url}/console/admin/orders`, { cookie });
  await tab.watch('menu', async () => {
    await see(tab.page, 'order:view');
    const menu = await tab.page.$eval('nav', (nav) => (nav as unknown as { innerText: string }).innerText);
    expect(menu).toContain('Catalog');
    expect(menu).not.toContain('Orders');
  });
  await tab.close();
});
