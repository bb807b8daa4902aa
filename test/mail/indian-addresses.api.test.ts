import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LOCAL_PART_RULE } from '#domain/_shared/mail-address.js';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { mailsTo } from '../_support/mails.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { setSettings } from '../_support/settings.js';
import { type CartResponse, data, readyCart, vendorWithVariant } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';
import { startMailInbox } from './mail-inbox.js';

const TYPED = 'उदाहरण.भारत';
const STORED = 'xn--p1b6ci4b4b3a.xn--h2brj9c';
const PASSWORD = 'a long enough password';

let platform: TestPlatform;
let inbox: Awaited<ReturnType<typeof startMailInbox>>;
let plain: Awaited<ReturnType<typeof startMailInbox>>;
beforeAll(async () => {
  inbox = await startMailInbox();
  plain = await startMailInbox({ hideSMTPUTF8: true });
  platform = await startPlatform({ workers: ['core', 'mail', 'relay'] });
});
afterAll(async () => {
  await platform.stop();
  await inbox.close();
  await plain.close();
});

const relay = (port: number) =>
  setSettings(platform.container, {
    'admin.email.provider': 'smtp',
    'admin.email.smtp_host': '127.0.0.1',
    'admin.email.smtp_port': port,
  });

describe('an address of a domain in an Indian script', () => {
  test('signs up, is verified and signs in as it is typed and as machines write it', async () => {
    const local = `asha-${newId()}`;
    const sign = (path: string, domain: string) =>
      platform.http.post<unknown>(`/auth/${path}`, {
        email: `${local}@${domain}`,
        password: PASSWORD,
        name: 'आशा',
      });
    expect((await sign('sign-up/email', TYPED)).status).toBe(200);
    const [mail] = await mailsTo(platform.container, `${local}@${STORED}`);
    const link = new URL(String(mail?.variables?.['url']));
    await platform.http.raw('GET', `${link.pathname}${link.search}`, { redirect: 'manual' });
    for (const domain of [TYPED, STORED, TYPED.normalize('NFD')])
      expect([domain, (await sign('sign-in/email', domain)).status]).toEqual([domain, 200]);
    const links = await platform.http.post('/auth/sign-in/magic-link', { email: `${local}@${TYPED}` });
    expect(links.status).toBe(200);
    const reset = await platform.http.post('/auth/request-password-reset', { email: `${local}@${TYPED}` });
    expect(reset.status).toBe(200);
    const rows = await platform.container.knex('accounts_users').where({ email: `${local}@${STORED}` });
    expect(rows).toHaveLength(1);
  });

  test('is taken by carts, notify-me, invitations, suppressions and groups, and stored alike', async () => {
    const admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
    const { variantId } = await vendorWithVariant(platform, { onHand: 0 });
    const email = `Ravi@${TYPED}`;
    const stored = `ravi@${STORED}`;
    expect(await cartEmail(email)).toMatchObject({ status: 200, email: stored });

    const suppressed = await admin.post<{ address: string }>('/admin/email/suppressions', { address: email });
    expect(suppressed.body.data.address).toBe(stored);
    const lifted = await admin.delete(`/admin/email/suppressions/${encodeURIComponent(email)}`);
    expect(lifted.status).toBe(200);

    const notified = await platform.http.post(`/store/products/${variantId}/notify-me`, { email });
    expect(notified.status).toBeLessThan(300);
    const requests = await platform.container.knex('inventory_back_in_stock_requests').where({ variantId });
    expect(requests).toMatchObject([{ address: stored }]);

    const vendor = await createVendor(platform.container);
    const invitation = { email, role: 'member', organizationId: vendor.organizationId };
    const invited = await platform.http.as(vendor.token).post('/auth/organization/invite-member', invitation);
    expect(invited.status).toBe(200);
    expect(await mailsTo(platform.container, stored)).not.toEqual([]);

    const group = data(await admin.post<{ id: string }>('/admin/customer-groups', { name: 'वीआईपी' }));
    const members = `/admin/customer-groups/${group.id}/members`;
    expect((await admin.post(members, { emails: [email] })).status).toBeLessThan(300);
  });
});

describe('letters of India before the @', () => {
  const typed = () => `आशा-${newId()}@${TYPED}`;
  const signUp = (email: string) =>
    platform.http.post('/auth/sign-up/email', { email, password: PASSWORD, name: 'आशा' });

  test('are refused with a sentence where the mail server does not offer SMTPUTF8', async () => {
    await relay(plain.port);
    for (const refused of [await cartEmail(typed()), await signUp(typed())]) {
      expect(refused.status).toBe(400);
      expect(JSON.stringify(refused.body)).toContain(LOCAL_PART_RULE);
    }
  });

  test('are taken at once where it does, and the mail arrives', async () => {
    await relay(inbox.port);
    const inCart = typed();
    expect(await cartEmail(inCart)).toMatchObject({ status: 200, email: inCart.replace(TYPED, STORED) });
    const signed = typed();
    expect((await signUp(signed)).status).toBe(200);
    await eventually(async () => {
      const stored = signed.replace(TYPED, STORED);
      const rows = await platform.container.knex('mail_messages').where({ recipient: stored });
      expect(rows).toMatchObject([{ state: 'sent' }]);
    });
    expect(inbox.addresses().some((address) => address.startsWith('आशा'))).toBe(true);
  });
});

async function cartEmail(email: string) {
  const { variantId } = await vendorWithVariant(platform);
  const { http, cart } = await readyCart(platform, [{ variantId }]);
  const { status, body } = await http.put<CartResponse>(`/store/carts/${cart.id}/addresses`, { email });
  return { status, body, email: status === 200 ? body.data.email : null };
}
