import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hmacSha256 } from '#lib/crypto.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

const SECRET = 'sandbox-webhook-secret';
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ environment: { PAYMENT_SANDBOX_SECRET: SECRET } });
});
afterAll(() => platform.stop());

const event = (name = 'payment.captured') =>
  JSON.stringify({
    event: name,
    created_at: 1_790_000_000,
    payload: {
      payment: {
        entity: {
          id: 'pay_1',
          order_id: 'order_1',
          amount: 100,
          currency: 'INR',
          status: 'captured',
          notes: { payment_id: "not'an id" },
          email: 'asha@example.com',
          created_at: 1_790_000_000,
        },
      },
    },
  });

async function send(body: string, options: { id?: string; signature?: string; provider?: string } = {}) {
  const { id = 'evt_1', signature = hmacSha256(body, SECRET), provider = 'sandbox' } = options;
  const response = await platform.http.raw('POST', `/webhooks/payments/${provider}`, {
    body,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': id,
      'x-razorpay-signature': signature,
    },
  });
  return { status: response.status, body: (await response.json()) as { data: unknown; errorCode?: string } };
}

describe('a payment webhook', () => {
  it('is stored once with its event, in our own words, and answered again when it is repeated', async () => {
    const responses = await Promise.all([send(event()), send(event()), send(event())]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const duplicates = responses.map(({ body }) => (body.data as { duplicate: boolean }).duplicate);
    expect(duplicates.filter((duplicate) => !duplicate)).toHaveLength(1);
    const { knex } = platform.container;
    const rows = (await knex('payments_webhook_events')) as Record<string, unknown>[];
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ providerId: 'sandbox', eventId: 'evt_1', processedAt: null });
    expect(JSON.stringify(rows[0])).not.toContain('asha@example.com');
    expect(await knex('outbox_events').where({ type: 'payment.webhook_received' })).toHaveLength(1);
  });

  it('that says nothing to us is stored and left at that', async () => {
    expect((await send(event('payment.authorized'), { id: 'evt_2' })).status).toBe(200);
    const { knex } = platform.container;
    const row = await knex('payments_webhook_events').where({ eventId: 'evt_2' }).first('outcome');
    expect(row).toEqual({ outcome: 'ignored' });
    expect(await knex('outbox_events').where({ type: 'payment.webhook_received' })).toHaveLength(1);
  });

  it('with a bad signature is 401, and an unreadable one 400; nothing is stored', async () => {
    const bad = await send(event(), { id: 'evt_3', signature: hmacSha256(event(), 'wrong') });
    expect([bad.status, bad.body.errorCode]).toEqual([401, 'UNAUTHORIZED']);
    expect((await send(`${event()} `, { id: 'evt_3', signature: hmacSha256(event(), SECRET) })).status).toBe(
      401,
    );
    expect((await send('not json', { id: 'evt_3' })).status).toBe(400);
    expect((await send('', { id: 'evt_3', signature: 'x' })).status).toBe(401);
    expect(await platform.container.knex('payments_webhook_events').where({ eventId: 'evt_3' })).toEqual([]);
  });

  it('of a provider that does not exist, or sends none, is 404', async () => {
    expect((await send(event(), { provider: 'barter' })).status).toBe(404);
    expect((await send(event(), { provider: 'cod' })).status).toBe(404);
    // Registered, but nobody has set it up: no signature can be good.
    expect((await send(event(), { provider: 'razorpay' })).status).toBe(401);
  });
});

describe('an address that guesses signatures', () => {
  it('is told to stop after sixty bad ones in a minute; good ones are neither counted nor held back', async () => {
    const limited = await startPlatform({
      environment: { PAYMENT_SANDBOX_SECRET: SECRET, RATE_LIMIT_FACTOR: '1' },
    });
    try {
      const post = (id: string, signature: string) =>
        limited.http.raw('POST', '/webhooks/payments/sandbox', {
          body: event('payment.authorized'),
          headers: { 'x-razorpay-event-id': id, 'x-razorpay-signature': signature },
        });
      const good = hmacSha256(event('payment.authorized'), SECRET);
      const statuses = async (count: number, signature: string) =>
        new Set(
          (await Promise.all(Array.from({ length: count }, (_, n) => post(`evt_${n}`, signature)))).map(
            (response) => response.status,
          ),
        );
      expect(await statuses(80, good)).toEqual(new Set([200]));
      expect(await statuses(60, 'bad')).toEqual(new Set([401]));
      const held = await post('evt_x', 'bad');
      expect(held.status).toBe(429);
      expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(0);
      const { knex } = limited.container;
      expect(await statuses(80, good)).toEqual(new Set([200]));
      expect((await post('evt_y', good)).status).toBe(200);
      expect(await knex('payments_webhook_events')).toHaveLength(1);
    } finally {
      await limited.stop();
    }
  });
});
