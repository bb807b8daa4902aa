import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  createBuyer,
  createSession,
  see,
  startBrowser,
  startShop,
  type TestBrowser,
  type TestShop,
  visit,
} from 'haat/testing';

let shop: TestShop;
let browser: TestBrowser;
beforeAll(async () => {
  [shop, browser] = await Promise.all([startShop({ environment: { CONSOLE: 'on' } }), startBrowser()]);
});
afterAll(async () => {
  await browser.stop();
  await shop.stop();
});

it('has a page in the menu, and a part of the page of a customer', async () => {
  const { userId, email } = await createBuyer(shop.container);
  const points = { userId, points: 40, state: 'available', createdAt: new Date() };
  await shop.container.knex('loyalty_points').insert(points);
  const { cookie } = await createSession(shop.container, { roles: ['superAdmin'] });
  const tab = await browser.open(`${shop.url}/console/plugins/loyalty-points`, { cookie });
  await tab.watch('loyalty-points', async () => {
    await see(tab.page, 'Points can be spent thirty days after');
    await see(tab.page, email);
    await see(tab.page, 'Plugins');
    await visit(tab.page, `${shop.url}/console/admin/customers/${userId}`);
    await see(tab.page, '40 to spend, 0 pending');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('shows neither to a session without the permission', async () => {
  const { userId } = await createBuyer(shop.container);
  const { cookie } = await createSession(shop.container, { permissions: ['customer:view'] });
  const tab = await browser.open(`${shop.url}/console/admin/customers/${userId}`, { cookie });
  await tab.watch('loyalty-points-forbidden', async () => {
    await see(tab.page, 'Newest orders');
    const shown = await tab.page.$eval(
      'main',
      (main) => (main as unknown as { innerText: string }).innerText,
    );
    expect(shown).not.toContain('Loyalty points');
    await visit(tab.page, `${shop.url}/console/plugins/loyalty-points`);
    await see(tab.page, 'loyaltyPoints:read');
  });
  await tab.close();
});
