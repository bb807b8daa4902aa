import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClaimGuestOrders } from '#api/orders/claim-guest-orders.js';
import { newId } from '#lib/ids.js';
import { createUser } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { mailsTo } from '../_support/mails.js';
import { createBuyer, createConfirmedOrder, type TestBuyer } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const newEmail = () => `asha-${newId()}@example.com`;

interface GuestOrder {
  orderId: string;
  guest: TestBuyer;
  subOrderId: string;
}

/** An order that a guest placed with this address. */
async function guestOrder(
  email: string,
  status: 'confirmed' | 'pending_payment' = 'confirmed',
): Promise<GuestOrder> {
  const guest = await createBuyer(platform.container, { anonymous: true });
  const { orderId, subOrders } = await createConfirmedOrder(platform.container, {
    buyer: guest,
    vendors: [{}],
    status,
  });
  await platform.container.knex('orders').where({ id: orderId }).update({ guest: true, email });
  return { orderId, guest, subOrderId: subOrders[0]?.subOrderId ?? '' };
}

/** Opens the link of the latest mail to an address. Returns a client with the session that it began. */
async function openLink(email: string): Promise<HttpClient> {
  const mail = (await mailsTo(platform.container, email)).at(-1);
  const link = new URL(String(mail?.variables?.['url']));
  const opened = await platform.http.raw('GET', `${link.pathname}${link.search}`, { redirect: 'manual' });
  return platform.http.as(opened.headers.get('set-auth-token') ?? '');
}

async function signIn(email: string): Promise<HttpClient> {
  await platform.http.post('/auth/sign-in/magic-link', { email });
  return openLink(email);
}

async function ordersOf(http: HttpClient): Promise<string[]> {
  const { body } = await http.get<{ id: string }[]>('/store/orders');
  return body.data.map(({ id }) => id).sort();
}

const stateOf = (orderId: string) =>
  platform.container.knex('orders').where({ id: orderId }).first('userId', 'guest') as Promise<{
    userId: string;
    guest: boolean;
  }>;

/** How often a claim of the order was recorded: as audit entry, as event. */
async function recorded(orderId: string): Promise<number[]> {
  const { knex } = platform.container;
  const audit = await knex('audit_entries').where({ entityId: orderId, action: 'claim' });
  const events = await knex('outbox_events').where({ entityId: orderId, type: 'order.claimed' });
  return [audit.length, events.length];
}

describe('the orders of a guest', () => {
  it('go to the account of their e-mail address when it is verified, and never before', async () => {
    const email = newEmail();
    const { orderId, guest } = await guestOrder(` ${email.toUpperCase()} `);
    const unpaid = await guestOrder(email, 'pending_payment');
    const body = { email, password: 'a long enough password', name: 'Asha Rao' };
    await platform.http.post('/auth/sign-up/email', body);
    expect((await platform.http.post('/auth/sign-in/email', body)).status).toBe(403);
    const { id: userId } = (await platform.container.knex('accounts_users').where({ email }).first('id')) as {
      id: string;
    };
    await createClaimGuestOrders(platform.container)(userId);
    expect(await stateOf(orderId)).toEqual({ userId: guest.userId, guest: true });
    expect(await recorded(orderId)).toEqual([0, 0]);

    const http = await openLink(email);
    expect(await ordersOf(http)).toEqual([orderId, unpaid.orderId].sort());
    expect(await stateOf(orderId)).toEqual({ userId, guest: false });
    expect([await recorded(orderId), await recorded(unpaid.orderId)]).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect((await platform.http.as(guest.token).get(`/store/orders/${orderId}`)).status).toBe(404);
  });

  it('go there with their invoices, returns and payments, at the next sign-in', async () => {
    const { email } = await createUser(platform.container);
    const { orderId, subOrderId } = await guestOrder(email);
    const unpaid = await guestOrder(email, 'pending_payment');
    const http = await signIn(email);
    const of = `/store/orders/${orderId}`;
    const paths = [
      of,
      `${of}/invoice/status`,
      `${of}/credit-notes`,
      `${of}/vendors/${subOrderId}/return-requests`,
    ];
    for (const path of paths) expect([path, (await http.get(path)).status]).toEqual([path, 200]);
    // Whatever becomes of the payment, it is no order of somebody else.
    expect((await http.post(`/store/orders/${unpaid.orderId}/payments`, {})).status).not.toBe(404);
    const stranger = await signIn((await createUser(platform.container)).email);
    for (const path of paths) expect([path, (await stranger.get(path)).status]).toEqual([path, 404]);
  });

  it('stay where they are for a banned account, and orders of other accounts with that address stay theirs', async () => {
    const { email, userId } = await createUser(platform.container);
    const { orderId } = await guestOrder(email);
    const other = await createConfirmedOrder(platform.container, { vendors: [{}] });
    await platform.container.knex('orders').where({ id: other.orderId }).update({ email });
    await platform.container.knex('accounts_users').where({ id: userId }).update({ bannedAt: new Date() });
    await createClaimGuestOrders(platform.container)(userId);
    expect((await stateOf(orderId)).guest).toBe(true);
    await platform.container.knex('accounts_users').where({ id: userId }).update({ bannedAt: null });
    expect(await ordersOf(await signIn(email))).toEqual([orderId]);
    expect((await stateOf(other.orderId)).userId).toBe(other.buyer.userId);
  });

  it('follow an account to its new address when that is verified, and not when it is asked for', async () => {
    const [{ email }, newAddress] = [await createUser(platform.container), newEmail()];
    const { orderId } = await guestOrder(newAddress);
    const http = await signIn(email);
    expect((await http.post('/auth/change-email', { newEmail: newAddress })).status).toBe(200);
    await openLink(email);
    await signIn(email);
    expect((await stateOf(orderId)).guest).toBe(true);
    await openLink(newAddress);
    expect(await ordersOf(http)).toEqual([orderId]);
    expect(await recorded(orderId)).toEqual([1, 1]);
  });

  it('are claimed once by sign-ins that come at once', async () => {
    const { email, userId } = await createUser(platform.container);
    const { orderId } = await guestOrder(email);
    const password = 'a long enough password';
    await platform.http.post('/auth/request-password-reset', { email });
    const url = new URL(String((await mailsTo(platform.container, email)).at(-1)?.variables?.['url']));
    const token = url.searchParams.get('token') ?? url.pathname.split('/').at(-1);
    expect((await platform.http.post('/auth/reset-password', { token, newPassword: password })).status).toBe(
      200,
    );
    const signedIn = await Promise.all(
      Array.from({ length: 6 }, () => platform.http.post('/auth/sign-in/email', { email, password })),
    );
    expect(signedIn.map(({ status }) => status)).toEqual(signedIn.map(() => 200));
    expect(await stateOf(orderId)).toEqual({ userId, guest: false });
    expect(await recorded(orderId)).toEqual([1, 1]);
  });

  it('are claimed once by simultaneous claims of one account', async () => {
    const { email, userId } = await createUser(platform.container);
    const placed = await Promise.all([1, 2, 3, 4, 5].map(() => guestOrder(email)));
    const claim = createClaimGuestOrders(platform.container);
    await Promise.all(Array.from({ length: 8 }, () => claim(userId)));
    for (const { orderId } of placed) {
      expect(await stateOf(orderId)).toEqual({ userId, guest: false });
      expect(await recorded(orderId)).toEqual([1, 1]);
    }
  });
});
