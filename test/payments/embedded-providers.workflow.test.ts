import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PaymentProvider } from '#integrations/payments/payment-provider.js';
import type { PaymentSettings } from '#integrations/payments/payment-settings.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data, type PlacedResponse, placeOrder, readyCart, vendorWithVariant } from '../_support/shop.js';
import { startFormService } from './form-provider.js';
import type { SentWebhook } from './payment-provider-contract.js';
import { startSessionService } from './session-provider.js';

let sessions: Awaited<ReturnType<typeof startSessionService>>;
const forms = startFormService();
let platform: TestPlatform;
let admin: HttpClient;

/** A plugin that is not registered has no settings: its provider is given those of the test. */
function withSettings(provider: PaymentProvider, settings: PaymentSettings): PaymentProvider {
  const given = Object.entries(provider).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'function') return [name, value];
    const call = value as (input: object) => unknown;
    return [name, (input: object) => call(name === 'configured' ? settings : { ...input, settings })];
  });
  return Object.fromEntries(given) as PaymentProvider;
}

beforeAll(async () => {
  sessions = await startSessionService();
  const paymentProviders = [sessions, forms].map(({ provider, settings }) =>
    withSettings(provider, settings),
  );
  platform = await startPlatform({
    workers: ['core', 'relay'],
    ports: [{ plugin: 'embedded', create: () => ({ paymentProviders }) }],
  });
  admin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
  const enabled = { web: ['session', 'form'], app: [] };
  data(await admin.patch('/admin/settings/admin', { 'payment.enabled_providers': enabled }));
});
afterAll(async () => {
  await platform.stop();
  await sessions.stop();
});

async function placed(paymentOption: string) {
  const { variantId } = await vendorWithVariant(platform);
  const cart = await readyCart(platform, [{ variantId }]);
  const response = await placeOrder(cart, { paymentOption, returnUrl: 'https://shop.example/thanks' });
  return { http: cart.http, response, ...data(response) };
}
const pageOf = async ({ payment }: PlacedResponse) => {
  const { pathname } = new URL(payment.action.url ?? '');
  const response = await platform.http.raw('GET', pathname);
  return { status: response.status, html: await response.text(), headers: response.headers };
};
const deliver = async (providerId: string, { headers, rawBody }: SentWebhook) => {
  const response = await fetch(`${platform.url}/webhooks/payments/${providerId}`, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: new Uint8Array(rawBody),
  });
  expect(response.status).toBe(200);
};
const orderOf = async (id: string) => data(await admin.get<{ paymentStatus: string }>(`/admin/orders/${id}`));

it('a session is kept with its payment for the page, shown nowhere else, and its order is refunded by order', async () => {
  const { payment, order, response } = await placed('session.upi');
  const row = await platform.container
    .knex('payments')
    .where({ id: payment.id })
    .first('providerData', 'providerOrderId');
  const session = row?.providerData?.['payment_session_id'] ?? '';
  expect(session).toMatch(/^session_/);
  expect(row?.providerOrderId).toBe(payment.id);
  const page = await pageOf({ payment, order } as PlacedResponse);
  expect(page.html).toContain(`data-session="${session}"`);
  expect(page.html).toContain('data-return="https://shop.example/thanks"');
  for (const shown of [response, await admin.get(`/admin/orders/${order.id}`)])
    expect(JSON.stringify(shown)).not.toContain(session);

  for (const sent of (await sessions.pay?.(payment.id)) ?? []) await deliver('session', sent);
  await eventually(async () => expect((await orderOf(order.id)).paymentStatus).toBe('paid'));
  const refund = data(
    await admin.post<{ id: string }>(`/admin/orders/${order.id}/refunds`, {
      reason: 'Damaged',
      amount: 10_000,
    }),
  );
  await eventually(async () =>
    expect(
      await platform.container.knex('payments_refunds').where({ id: refund.id }).first('status'),
    ).toEqual({ status: 'processed' }),
  );
  expect(sessions.refunds.get(payment.id)).toHaveLength(1);
});

it('a form is posted by the browser to where its policy allows, and what comes back in a form pays the order', async () => {
  const { payment, order } = await placed('form.card');
  const page = await pageOf({ payment, order } as PlacedResponse);
  expect(page.headers.get('content-security-policy')).toContain('form-action https://secure.payu.in');
  expect(page.html).toContain('method="post" action="https://secure.payu.in/_payment"');
  expect(page.html).toMatch(/name="hash" value="[0-9a-f]{128}"/);
  expect(page.html).toContain(`name="productinfo" value="Order ${order.orderNumber}"`);
  const txnid = /name="txnid" value="(\w+)"/.exec(page.html)?.[1] ?? '';
  const amount = /name="amount" value="([\d.]+)"/.exec(page.html)?.[1] ?? '';
  for (const sent of forms.paid(txnid, amount)) await deliver('form', sent);
  await eventually(async () => expect((await orderOf(order.id)).paymentStatus).toBe('paid'));
  // The buyer comes back to the page: there is nothing to pay any more.
  expect((await pageOf({ payment, order } as PlacedResponse)).status).toBe(409);
});
