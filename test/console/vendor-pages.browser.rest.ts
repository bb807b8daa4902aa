import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'puppeteer-core';
import { createSession } from '../_support/accounts.js';
import { click, clickOn, dialogGone, fill, fillOn, see, typeText, visit } from '../_support/browser.js';
import { eventually } from '../_support/eventually.js';
import { createConfirmedOrder, createSellableVariant } from '../_support/orders.js';
import { violations } from '../_support/pictures.js';
import { startConsole, type TestConsole } from './console-tests.js';
import { createSeller, type SellerPages, vendorPages } from './vendor-shop.js';

let shop: TestConsole;
let seller: SellerPages;
beforeAll(async () => {
  shop = await startConsole({ workers: ['core', 'indexing', 'relay'] });
  seller = await createSeller(shop);
});
afterAll(() => shop.stop());

it('accessible: no page of vendors breaks a rule of WCAG 2.1 AA', async () => {
  const tab = await shop.open('/account', { session: seller.session });
  const broken: Record<string, string[]> = {};
  await tab.watch('vendor-accessible', async () => {
    for (const [name, path, seen] of vendorPages(seller)) {
      await visit(tab.page, `${shop.platform.url}/console${path}`);
      await see(tab.page, seen);
      const found = await violations(tab.page);
      if (found.length > 0) broken[name] = found;
    }
    expect([broken, tab.problems]).toEqual([{}, []]);
  });
  await tab.close();
});

it('vendor-sees-own, page-security: another vendor finds nothing of the first, and titles full of script stay text', async () => {
  const { container } = shop.platform;
  const other = await createSeller(shop);
  await container.knex('vendors').where({ id: other.vendor.vendorId }).update({ displayName: 'Other Works' });
  const title = '<img src=x onerror="document.title=\'broken\'">Lamp';
  await createSellableVariant(container, other.vendor.vendorId, { title });
  await container
    .knex('products')
    .where({ vendorId: seller.vendor.vendorId })
    .update({ material: 'Secret alloy' });
  const tab = await shop.open('/vendor/products', { session: other.session });
  await tab.watch('vendor-sees-own', async () => {
    const { page } = tab;
    await see(page, '<img src=x');
    expect(await page.title()).not.toBe('broken');
    const foreign = [`/vendor/products/${seller.productId}`, `/vendor/orders/${seller.subOrderId}`];
    for (const path of foreign) {
      await visit(page, `${shop.platform.url}/console${path}`);
      await see(page, 'Not found');
    }
    const lists = vendorPages(other).filter(([, path]) => !path.includes(other.productId));
    for (const [, path, seen] of lists) {
      await visit(page, `${shop.platform.url}/console${path}`);
      await see(page, seen === 'Kolam Works' ? 'Other Works' : seen);
      const text = String(await page.evaluate('document.body.innerText'));
      expect(text).not.toContain('Kolam Works');
      expect(text).not.toContain(seller.orderNumber);
    }
    const page403 = tab.requests.filter((line) => / 5\d\d$/.test(line));
    expect([page403, tab.problems]).toEqual([[], []]);
  });
  await tab.close();
});

it('member-may-not: money and the bank account are not for members, who can still send', async () => {
  const { vendorId } = seller.vendor;
  const session = await createSession(shop.platform.container, { vendorId, vendorRole: 'member' });
  const tab = await shop.open('/vendor', { session });
  await tab.watch('member-may-not', async () => {
    const { page } = tab;
    await see(page, 'To do');
    const menu = String(await page.$eval('nav', (nav) => nav.textContent));
    expect(menu).toContain('Products');
    expect(menu).not.toContain('Balance and payouts');
    await visit(page, `${shop.platform.url}/console/vendor/money`);
    await see(page, 'Not permitted');
    await visit(page, `${shop.platform.url}/console/vendor/profile`);
    await see(page, 'Owners and admins of the shop can change the profile');
    await visit(page, `${shop.platform.url}/console/vendor/orders/${seller.subOrderId}`);
    await see(page, 'Send the parcel');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

const WRITES =
  /^(Save|Add|Delete|Remove|Upload|Invite|Reply|Adjust|Publish|Archive|Fulfil|Send|Cancel|Create|New|Paste|Change|Choose)/;

it('support-reads-only: an operator looks at every page of the panel, and no page offers to change anything', async () => {
  const { container } = shop.platform;
  const tab = await shop.open(`/admin/vendors/${seller.vendor.vendorId}`, {
    as: { permissions: ['vendor:view', 'vendor:support', 'audit:read'] },
  });
  await tab.watch('support-reads-only', async () => {
    const { page } = tab;
    await click(page, 'button', 'Look at the panel');
    await see(page, 'You are looking at the panel of Kolam Works');
    expect(new URL(page.url()).pathname).toBe('/console/vendor');
    const readable = vendorPages(seller).filter(([name]) => !['new product', 'team', 'apply'].includes(name));
    const offered: string[] = [];
    for (const [name, path, seen] of readable) {
      await visit(page, `${shop.platform.url}/console${path}`);
      await see(page, seen);
      await see(page, 'You are looking at the panel of Kolam Works');
      // Of lists the tabs and the headings that sort begin with the same words.
      const buttons = await page.$$eval(
        'main :is(button:not([role="tab"]), a.mantine-Button-root)',
        (nodes) =>
          nodes
            .filter((node) => !node.closest('th'))
            .map((node) => (node as unknown as { innerText: string }).innerText.trim()),
      );
      offered.push(...buttons.filter((text) => WRITES.test(text)).map((text) => `${name}: ${text}`));
    }
    expect(offered).toEqual([]);
    await click(page, 'button', 'Leave the panel');
    await see(page, 'Look at the panel');
    expect(
      await container
        .knex('audit_entries')
        .where({ entity: 'vendor', entityId: seller.vendor.vendorId })
        .whereLike('action', 'support_%')
        .orderBy('id')
        .pluck('action'),
    ).toEqual(['support_open', 'support_close']);
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('import-row-errors: the columns are explained before, and each bad row says what is wrong', async () => {
  const csv = [
    'Handle,Title,Variant SKU,Variant Price,Colour of the box',
    'lamp-a,Lamp A,IMP-A,499,red',
    'lamp-b,Lamp B,IMP-B,many,blue',
  ].join('\n');
  const tab = await shop.open('/vendor/product-imports', { session: seller.session });
  await tab.watch('import-row-errors', async () => {
    const { page } = tab;
    await see(page, 'Drop a CSV file here');
    await page.evaluate(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(csv)}], 'lamps.csv', { type: 'text/csv' }));
      const target = [...document.querySelectorAll('p')].find((node) => node.textContent.startsWith('Drop a CSV')).closest('.mantine-Card-root');
      target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
    })()`);
    await see(page, 'Names the product');
    await see(page, 'Not read');
    await click(page, 'button', 'Start the import');
    await see(page, '1 row did not go in');
    await see(page, 'lamp-b');
    await see(page, 'Variant Price');
    await page.waitForSelector('::-p-aria([name="Download the bad rows"])');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('vendor-sends-some: one piece goes in a parcel of its own, and arrives before the rest is sent', async () => {
  const { container } = shop.platform;
  const { orderId, subOrders } = await createConfirmedOrder(container, {
    paid: true,
    vendorIds: [seller.vendor.vendorId],
  });
  const path = `/vendor/orders/${subOrders[0]?.subOrderId}`;
  const tab = await shop.open(path, { session: seller.session });
  await tab.watch('vendor-sends-some', async () => {
    const { page } = tab;
    await click(page, 'button', 'Send some pieces');
    await see(page, '2 of 2 left');
    await clickOn(page, '::-p-text(I send it myself)');
    await clickOn(page, '[aria-label="Pieces of Brass diya lamp"]');
    await typeText(page, '1');
    await clickOn(page, '[role=dialog] button[type=submit]:not([disabled])');
    await see(page, 'Parcel 1');
    await see(page, 'Cancel the rest');
    await see(page, '1 × Brass diya lamp');
    await dialogGone(page);
    expect(await violations(page)).toEqual([]);
    await click(page, 'button', 'Mark as delivered');
    await see(page, 'Parcel 1 has arrived');
    await clickOn(page, '::-p-xpath((//*[@role="dialog"]//button)[last()])');
    await see(page, 'Delivered');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
  // As after a label of a courier: the card shows what can be done with it.
  await container
    .knex('shipping_shipments')
    .where({ orderId })
    .update({ courierCode: 'delhivery', awb: 'AWB0012345', trackingStatus: 'in_transit' });
  const operator = await shop.open(`/admin/orders/${orderId}`, {
    session: await createSession(container, { roles: ['superAdmin'] }),
  });
  await operator.watch('operator-sees-parcels', async () => {
    const { page } = operator;
    await see(page, '1 × Brass diya lamp');
    await click(page, 'button', 'Show scans');
    await see(page, 'The carrier has said nothing of this parcel yet.');
    expect([await violations(page), operator.problems]).toEqual([[], []]);
    await click(page, 'button', 'Send some pieces');
    await see(page, '1 of 2 left');
  });
  await operator.close();
});

/** Opens the menu of the row that has a text, and takes one of its acts. */
async function rowAction(page: Page, text: string, act: string): Promise<void> {
  await clickOn(page, `::-p-xpath(//tr[contains(., "${text}")]//*[@aria-label="More acts"])`);
  await click(page, 'menuitem', act);
}

it('bank-details-on-hold: an operator stops a changed bank account, its owner reads why, and it is tried again', async () => {
  const { container } = shop.platform;
  const { vendorId } = seller.vendor;
  const operator = await shop.open('/money?tab=accounts');
  await operator.watch('bank-details-on-hold', async () => {
    const { page } = operator;
    await see(page, 'Kolam Works');
    await rowAction(page, 'Kolam Works', 'Cancel');
    await fill(page, 'Reason', 'The owner does not know this account');
    await clickOn(page, '[role=dialog] button[type=submit]:not([disabled])');
    await dialogGone(page);
    await see(page, 'The owner does not know this account');
    expect(await violations(page)).toEqual([]);
    const owner = await shop.open('/vendor/money?tab=bank', { session: seller.session });
    await owner.watch('bank-details-on-hold-owner', async () => {
      await see(owner.page, 'Payouts are on hold');
      await see(owner.page, 'The owner does not know this account');
      expect([await violations(owner.page), owner.problems]).toEqual([[], []]);
    });
    await owner.close();
    await rowAction(page, 'Kolam Works', 'Retry');
    await clickOn(page, '[role=dialog] button[type=submit]:not([disabled])');
    await eventually(async () =>
      expect(await container.knex('payouts_accounts').where({ vendorId }).first()).toMatchObject({
        state: 'waiting',
        reason: null,
      }),
    );
    expect(operator.problems).toEqual([]);
  });
  await operator.close();
});

it('vendor-cancels-rest: what was not sent is cancelled with a reason, and the parcel goes on', async () => {
  const { container } = shop.platform;
  const { orderId, subOrders } = await createConfirmedOrder(container, {
    paid: true,
    vendorIds: [seller.vendor.vendorId],
  });
  const tab = await shop.open(`/vendor/orders/${subOrders[0]?.subOrderId}`, { session: seller.session });
  await tab.watch('vendor-cancels-rest', async () => {
    const { page } = tab;
    await click(page, 'button', 'Send some pieces');
    await see(page, '2 of 2 left');
    await clickOn(page, '::-p-text(I send it myself)');
    await clickOn(page, '[aria-label="Pieces of Brass diya lamp"]');
    await typeText(page, '1');
    await clickOn(page, '[role=dialog] button[type=submit]:not([disabled])');
    await see(page, 'Parcel 1');
    await dialogGone(page);
    await click(page, 'button', 'Cancel the rest');
    await see(page, 'Parcels that were sent go on.');
    await fillOn(page, '[role=dialog] textarea, [role=dialog] input[type=text]', 'The last one broke');
    await clickOn(page, '::-p-xpath((//*[@role="dialog"]//button)[last()])');
    await see(page, 'The rest is cancelled');
    await dialogGone(page);
    await see(page, 'Packing slip');
    await see(page, 'Mark as delivered');
    expect(await page.$$eval('button', (nodes) => nodes.map((node) => node.textContent))).not.toContain(
      'Cancel the rest',
    );
    expect([await violations(page), tab.problems]).toEqual([[], []]);
  });
  await tab.close();
  const mails = container.knex('mail_messages').where({ orderId, template: 'order.rest_cancelled' });
  expect(await mails).toHaveLength(1);
});
