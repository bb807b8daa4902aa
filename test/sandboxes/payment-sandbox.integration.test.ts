import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SANDBOX_KEY_ID } from '../../sandboxes/payments/payment-sandbox.js';
import { type PaymentSandbox, startPaymentSandbox } from '../../sandboxes/payments/payment-sandbox.js';

const SECRET = 'sandbox-webhook-secret';
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

let sandbox: PaymentSandbox;
beforeAll(async () => {
  sandbox = await startPaymentSandbox({ port: 0, secret: SECRET });
});
afterAll(() => sandbox.close());

const basic = `Basic ${Buffer.from(`${SANDBOX_KEY_ID}:${SECRET}`).toString('base64')}`;
/** The keys that the tests read by name; everything else is compared whole. */
type ApiBody = Record<string, unknown> & { id: string; error: { description: string } };

async function api(
  path: string,
  body?: unknown,
  target = sandbox,
): Promise<{ status: number; body: ApiBody }> {
  const response = await fetch(`${target.url}/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: basic, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as ApiBody };
}
const newOrder = async (notes: Record<string, string> = {}, target = sandbox): Promise<string> =>
  (await api('/orders', { amount: 123_450, currency: 'INR', notes }, target)).body.id;

/** What a browser does: no automatic redirects, so that they can be seen. */
const browse = (path: string, method = 'GET') =>
  fetch(`${sandbox.url}${path}`, { method, headers: BROWSER, redirect: 'manual' });

describe('the API', () => {
  it('responds in the shape of the gateway', async () => {
    const { status, body } = await api('/orders', { amount: 500, currency: 'INR', receipt: 'r1' });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
      entity: 'order',
      amount: 500,
      amount_paid: 0,
      amount_due: 500,
      currency: 'INR',
      receipt: 'r1',
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: [],
      created_at: expect.any(Number),
    });
    expect((await api(`/orders/${body.id}`)).body).toEqual(body);
  });

  it.each([
    [{ amount: 500.5, currency: 'INR' }, 'amount'],
    [{ amount: '500', currency: 'INR' }, 'amount'],
    [{ amount: 99, currency: 'INR' }, 'amount'],
    [{ amount: 500, currency: 'rupees' }, 'currency'],
    [{ amount: 500, currency: 'INR', receipt: 'r'.repeat(41) }, 'receipt'],
    [{ amount: 500, currency: 'INR', notes: { long: 'x'.repeat(257) } }, 'notes.long'],
  ])('refuses %j', async (order, field) => {
    const { status, body } = await api('/orders', order);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'BAD_REQUEST_ERROR', field });
  });

  it('wants its key, and knows its own ids only', async () => {
    const stranger = await fetch(`${sandbox.url}/v1/orders/order_1`);
    expect(stranger.status).toBe(401);
    expect((await api('/orders/order_1')).body.error.description).toBe(
      'The order id provided does not exist',
    );
  });
});

describe('the payment page', () => {
  it('shows the amount and both buttons, without a script', async () => {
    const orderId = await newOrder({ order_number: '<b>A1</b>' });
    const html = await (await browse(`/checkout/${orderId}`)).text();
    expect(html).toContain('₹1,234.50');
    expect(html).toContain(`action="/checkout/${orderId}/pay"`);
    expect(html).toContain(`action="/checkout/${orderId}/fail"`);
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<b>A1');
  });

  it('takes a browser back to the store after paying, and keeps it here after declining', async () => {
    const orderId = await newOrder({ return_url: 'https://store.example.com/thanks?o=1' });
    const declined = await browse(`/checkout/${orderId}/fail`, 'POST');
    expect([declined.status, declined.headers.get('location')]).toEqual([303, `/checkout/${orderId}`]);
    expect(await (await browse(`/checkout/${orderId}`)).text()).toContain('declined by the bank');

    const paid = await browse(`/checkout/${orderId}/pay`, 'POST');
    expect([paid.status, paid.headers.get('location')]).toEqual([
      303,
      'https://store.example.com/thanks?o=1',
    ]);
    const page = await (await browse(`/checkout/${orderId}`)).text();
    expect(page).toContain('Paid. Thank you!');
    expect(page).not.toContain('/pay"');
  });

  it('follows http addresses only', async () => {
    const orderId = await newOrder({ return_url: 'javascript:alert(1)' });
    const paid = await browse(`/checkout/${orderId}/pay`, 'POST');
    expect(paid.headers.get('location')).toBe(`/checkout/${orderId}`);
    expect(await (await browse(`/checkout/${orderId}`)).text()).not.toContain('javascript:');
  });

  it('serves curl in JSON, and an order cannot be paid twice', async () => {
    const orderId = await newOrder();
    const press = () => fetch(`${sandbox.url}/checkout/${orderId}/pay`, { method: 'POST' });
    const [first, second] = await Promise.all([press(), press()]);
    expect([first.status, second.status].sort()).toEqual([200, 400]);
    expect(sandbox.payments(orderId)).toHaveLength(1);
    expect(sandbox.order(orderId)).toMatchObject({ status: 'paid', amount_paid: 123_450, amount_due: 0 });
    const again = await browse(`/checkout/${orderId}/pay`, 'POST');
    expect([again.status, again.headers.get('location')]).toEqual([303, `/checkout/${orderId}`]);
  });

  it('says so when it does not know the order', async () => {
    expect((await browse('/checkout/order_unknown')).status).toBe(404);
    expect((await fetch(`${sandbox.url}/checkout/order_unknown/pay`, { method: 'POST' })).status).toBe(400);
  });
});

describe('the controls', () => {
  const control = (method: string, body?: unknown) =>
    fetch(`${sandbox.url}/_control`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });

  it('are read, changed and set back over HTTP; a wrong name is refused', async () => {
    expect(await (await control('POST', { refuseRefunds: true })).json()).toMatchObject({
      refuseRefunds: true,
    });
    expect((await control('POST', { refuseRefund: true })).status).toBe(400);
    expect(await (await control('DELETE')).json()).toMatchObject({ refuseRefunds: false });
  });

  it('leave a log of calls and webhooks', async () => {
    const orderId = await newOrder();
    await sandbox.pay(orderId);
    const log = (await (await fetch(`${sandbox.url}/_log`)).json()) as {
      requests: { path: string; status: number }[];
      webhooks: { event: string; state: string }[];
    };
    expect(log.requests).toContainEqual(
      expect.objectContaining({ method: 'POST', path: `/checkout/${orderId}/pay`, status: 200 }),
    );
    expect(log.webhooks.at(-1)).toMatchObject({ event: 'order.paid', state: 'dropped' });
  });
});

describe('with a journal', () => {
  it('a payment can be refunded after a restart, also after a kill in the middle of a line', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'payment-sandbox-'));
    const journalFile = join(directory, 'nested', 'payments.jsonl');
    const open = () => startPaymentSandbox({ port: 0, secret: SECRET, journalFile });
    try {
      const first = await open();
      const orderId = await newOrder({}, first);
      const payment = await first.pay(orderId);
      await first.close();
      appendFileSync(journalFile, '{"id":"order_half');

      const second = await open();
      const refund = await api(`/payments/${payment.id}/refund`, { amount: 23_450 }, second);
      expect(refund.body).toMatchObject({ amount: 23_450, status: 'processed' });
      await second.close();

      const third = await open();
      expect(third.order(orderId).status).toBe('paid');
      expect(third.refunds(payment.id)).toHaveLength(1);
      await third.close();
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
