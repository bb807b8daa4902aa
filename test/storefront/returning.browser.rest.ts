import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createAbandonedCartsActivities } from '#activities/abandoned-carts/abandoned-carts.activities.js';
import { newId } from '#lib/ids.js';
import { writeUnsubscribeToken } from '#operations/campaigns/unsubscribe-token.js';
import { composeMail } from '#operations/mail/compose-mail.js';
import type { MailRow } from '#db/mail/mail.repository.js';
import { createTopic } from '../abandoned-carts/reminder-shop.js';
import { clickOn, see, visit } from '../_support/browser.js';
import { createBuyer, createSellableVariant } from '../_support/orders.js';
import { setSettings } from '../_support/settings.js';
import { createTestClock } from '../_support/test-clock.js';
import { createVendor } from '../_support/vendors.js';
import {
  addToCart,
  fillIn,
  follow,
  press,
  signInAs,
  startStorefront,
  textOf,
  toPayment,
  type TestStorefront,
} from './storefront-tests.js';

const HOUR_MS = 3_600_000;
const clock = createTestClock();
let front: TestStorefront;
let vendorId: string;

beforeAll(async () => {
  front = await startStorefront({ clock });
  const { container } = front.shop;
  vendorId = (await createVendor(container, { displayName: 'Pital Ghar' })).vendorId;
  await createSellableVariant(container, vendorId, { title: 'Brass lamp', product: { slug: 'brass-lamp' } });
});
afterAll(() => front.stop());

/** The latest mail of a template to an address, as it is read. */
async function mailOf(recipient: string, template: string) {
  const { container } = front.shop;
  const rows = await container.knex('mail_messages').where({ recipient, template }).orderBy('id', 'desc');
  expect(rows).not.toEqual([]);
  return composeMail(rows[0] as MailRow, container);
}

const linkIn = (text: string, path: string) => {
  const link = text.split(/\s+/).find((word) => word.startsWith(`${front.url}${path}`));
  if (link === undefined) throw new Error(`no link to ${path} in: ${text}`);
  return link;
};

it('reminder-to-cart: the link of a reminder opens the cart on another device, once it is pressed', async () => {
  const { container } = front.shop;
  await setSettings(container, { 'admin.email.abandoned_cart_topic': await createTopic(container) });
  const activities = createAbandonedCartsActivities(container);
  const remind = async () => {
    await new MockActivityEnvironment().run(activities.watchCarts);
    return ((await new MockActivityEnvironment().run(activities.sendReminders)) as { sent: number }).sent;
  };
  await remind();
  const buyer = await createBuyer(container);
  const first = await front.open('/');
  const phone = await front.open('/');
  await first.watch('reminder-to-cart', async () => {
    await signInAs(first, buyer.token);
    await addToCart(front, first, 'brass-lamp');
    clock.shift(0.2 * HOUR_MS);
    await remind();
    clock.shift(1.3 * HOUR_MS);
    expect(await remind()).toBe(1);
    const link = linkIn((await mailOf(buyer.email, 'abandoned_cart.reminder')).text, '/cart/restore');
    await visit(phone.page, link);
    await see(phone.page, 'Your cart is still here');
    await press(phone.page, 'Open the cart');
    await phone.page.waitForFunction("location.pathname === '/cart'");
    await see(phone.page, 'Brass lamp');
    // A stranger who was forwarded the mail sees what was in the cart, and nothing of the buyer.
    expect(await phone.page.content()).not.toContain(buyer.email);
    expect([...first.problems, ...phone.problems]).toEqual([]);
  });
  await Promise.all([first.close(), phone.close()]);
});

it('guest-then-account: who opens an account finds the orders that they placed as a guest', async () => {
  const email = `meera-${newId().slice(-6)}@example.com`;
  const tab = await front.open('/');
  await tab.watch('guest-then-account', async () => {
    const { page } = tab;
    await addToCart(front, tab, 'brass-lamp');
    await toPayment(tab, email);
    await clickOn(page, 'input[value="cod"]');
    await clickOn(page, 'main form[action="/checkout"] button');
    await see(page, 'Thank you');
    const { orderNumber } = (await front.shop.container
      .knex('orders')
      .where({ email })
      .first('orderNumber')) as { orderNumber: string };
    await visit(page, `${front.url}/sign-up`);
    await fillIn(page, { name: 'Meera Iyer', email, password: 'brass-lamps-of-kashi' });
    await press(page, 'Open the account');
    await see(page, 'Look into your mail');
    const verifying = await mailOf(email, 'auth.verification');
    await visit(page, linkIn(verifying.text, '/auth/verification'));
    await press(page, 'Confirm');
    await see(page, 'Your address is confirmed');
    await follow(page, 'Sign in');
    await fillIn(page, { email, password: 'brass-lamps-of-kashi' });
    await press(page, 'Sign in');
    await page.waitForFunction("location.pathname === '/account'");
    await see(page, orderNumber);
    await clickOn(page, `a ::-p-text(${orderNumber})`);
    await see(page, 'Brass lamp');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('members-only: a private product of a group is found under the account and bought', async () => {
  const { container } = front.shop;
  const own = await createSellableVariant(container, vendorId, {
    title: 'Temple bell',
    product: { slug: 'temple-bell' },
  });
  const groupId = newId();
  const [member, stranger] = [await createBuyer(container), await createBuyer(container)];
  await container.knex('customer_groups').insert({ id: groupId, name: 'Regulars', kind: 'static' });
  await container
    .knex('customer_groups_members')
    .insert({ groupId, userId: member.userId, joinedAt: new Date() });
  await container.knex('products').where({ id: own.productId }).update({ visibility: 'private' });
  await container.knex('customer_groups_products').insert({ groupId, productId: own.productId });
  const tab = await front.open('/');
  const other = await front.open('/');
  await tab.watch('members-only', async () => {
    const { page } = tab;
    await signInAs(other, stranger.token);
    expect((await visit(other.page, `${front.url}/products/temple-bell`))?.status()).toBe(404);
    await signInAs(tab, member.token);
    await visit(page, `${front.url}/account`);
    await see(page, 'Temple bell');
    await clickOn(page, 'a[href^="/products/temple-bell"]');
    await press(page, 'Add to cart');
    await page.waitForFunction("location.pathname === '/cart'");
    await see(page, 'Temple bell');
    await toPayment(tab, member.email);
    await clickOn(page, 'input[value="cod"]');
    await clickOn(page, 'main form[action="/checkout"] button');
    await see(page, 'Thank you');
    expect(await textOf(page)).toContain('Temple bell');
    expect(tab.problems).toEqual([]);
  });
  await Promise.all([tab.close(), other.close()]);
});

it('topics: the link of a mail leads to the choice of topics, which is kept', async () => {
  const { container } = front.shop;
  const { email } = await createBuyer(container);
  const tab = await front.open('/');
  await tab.watch('topics', async () => {
    const { page } = tab;
    const token = writeUnsubscribeToken({ broadcastId: null, address: email }, container.keyring);
    await visit(page, `${front.url}/unsubscribe?token=${encodeURIComponent(token)}`);
    await see(page, 'Reminders & offers');
    await clickOn(page, 'input[name="topic"]');
    await press(page, 'Save');
    await see(page, 'Your choice is saved.');
    const kept = (await container
      .knex('mail_suppressions')
      .where({ address: email })
      .first('reason')) as unknown;
    expect(kept).toEqual({ reason: 'unsubscribe' });
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});
