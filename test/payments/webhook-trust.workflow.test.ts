import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { hmacSha256 } from '#lib/crypto.js';
import { newId } from '#lib/ids.js';
import { eventually } from '../_support/eventually.js';
import {
  data,
  type PlacedResponse,
  placeOrder,
  readyCart,
  sandboxOrderOf,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';

const SECRET = 'sandbox-webhook-secret';
let shop: TestShop;
let variantId: string;

beforeAll(async () => {
  shop = await startShop({ workers: ['core', 'relay'] });
  ({ variantId } = await vendorWithVariant(shop, { price: 10_000, onHand: 500 }));
});
afterAll(() => shop.stop());

const DAY_SECONDS = 24 * 3_600;
const now = () => Math.floor(Date.now() / 1_000);

const placed = async (): Promise<PlacedResponse> =>
  data(await placeOrder(await readyCart(shop, [{ variantId }])));

function captured(
  order: PlacedResponse,
  fields: { orderId?: string; at?: number; id?: string } = {},
): string {
  const { orderId = sandboxOrderOf(order), at = now(), id = `pay_${newId()}` } = fields;
  const entity = {
    id,
    order_id: orderId,
    amount: order.order.grandTotal,
    currency: 'INR',
    status: 'captured',
    created_at: at,
    notes: { payment_id: order.payment.id },
  };
  return JSON.stringify({ event: 'payment.captured', created_at: at, payload: { payment: { entity } } });
}

async function send(
  body: string,
  id = `evt_${newId()}`,
): Promise<{ id: string; status: number; duplicate: boolean }> {
  const headers = {
    'content-type': 'application/json',
    'x-razorpay-event-id': id,
    'x-razorpay-signature': hmacSha256(body, SECRET),
  };
  const response = await shop.http.raw('POST', '/webhooks/payments/sandbox', { body, headers });
  const content = (await response.json()) as { data?: { duplicate: boolean } };
  return { id, status: response.status, duplicate: content.data?.duplicate ?? false };
}

const outcomeOf = (eventId: string) =>
  eventually(async () => {
    const row = (await shop.container
      .knex('payments_webhook_events')
      .where({ eventId })
      .first('outcome')) as { outcome: string | null };
    expect(row.outcome).not.toBeNull();
    return row.outcome;
  });
const statusOf = async ({ order }: PlacedResponse) =>
  (await shop.container.knex('orders').where({ id: order.id }).first('status')) as { status: string };

it('applies no event whose reference and order name different payments', async () => {
  const [victim, other] = [await placed(), await placed()];
  const { id, status } = await send(captured(victim, { orderId: sandboxOrderOf(other) }));
  expect(status).toBe(200);
  expect(await outcomeOf(id)).toBe('contradiction');
  expect([await statusOf(victim), await statusOf(other)]).toEqual([
    { status: 'pending_payment' },
    { status: 'pending_payment' },
  ]);
});

it('takes one signed body once, whatever event id is sent beside it', async () => {
  const order = await placed();
  const body = captured(order);
  const first = await send(body);
  expect(await outcomeOf(first.id)).toBe('confirmed');
  const again = await send(body);
  expect(again).toMatchObject({ status: 200, duplicate: true });
  const rows = await shop.container.knex('payments_webhook_events').where({ eventId: again.id });
  expect(rows).toEqual([]);
});

it('does not believe an event that is older than three days: the provider is asked', async () => {
  const unpaid = await placed();
  const at = now() - 3 * DAY_SECONDS - 60;
  const stale = await send(captured(unpaid, { at }));
  expect(stale.status).toBe(200);
  expect(await outcomeOf(stale.id)).toBe('asked_nothing');
  expect(await statusOf(unpaid)).toEqual({ status: 'pending_payment' });
  // One of yesterday is none of that kind.
  const late = await send(captured(unpaid, { at: now() - DAY_SECONDS }));
  expect(await outcomeOf(late.id)).toBe('confirmed');
});

it('believes what the provider says when it is asked', async () => {
  shop.sandbox.sendWebhooksTo('http://127.0.0.1:9');
  try {
    const order = await placed();
    await shop.sandbox.pay(sandboxOrderOf(order));
    const stale = await send(captured(order, { at: now() - 5 * DAY_SECONDS }));
    expect(await outcomeOf(stale.id)).toBe('asked_confirmed');
    expect(await statusOf(order)).toEqual({ status: 'confirmed' });
  } finally {
    shop.sandbox.sendWebhooksTo(shop.url);
  }
});
