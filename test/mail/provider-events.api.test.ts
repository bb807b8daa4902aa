import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createMailRepository } from '#db/mail/mail.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';
import { createProviderEventHandling } from '#operations/mail/handle-provider-events.js';
import { writeUnsubscribeToken } from '#operations/campaigns/unsubscribe-token.js';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { deliveryStatus } from './delivery-status-mail.js';
import { providerEvent, signedHeaders, webhookKeys } from './provider-webhook.js';

const keys = webhookKeys();
const path = '/webhooks/mail/mailapi';
let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform();
  await useKey(keys.publicKey);
});
afterAll(() => platform.stop());
beforeEach(async () => {
  const { knex } = platform.container;
  for (const table of ['mail_messages', 'mail_provider_events', 'mail_suppressions'])
    await knex(table).delete();
});

async function useKey(publicKey: string): Promise<void> {
  const { token } = await createSession(platform.container, { roles: ['superAdmin'] });
  const patched = await platform.http
    .as(token)
    .patch('/admin/settings/admin', { 'email.mailapi_webhook_public_key': publicKey });
  expect(patched.status).toBe(200);
}

async function post(
  events: unknown,
  change: { body?: string; headers?: Record<string, string>; at?: string } = {},
) {
  const body = JSON.stringify(events);
  const headers = { ...signedHeaders(body, keys.privateKey), ...change.headers };
  const response = await platform.http.raw('POST', change.at ?? path, { body: change.body ?? body, headers });
  return {
    status: response.status,
    body: (await response.json()) as { data: { received: number; duplicates: number }; reason?: string },
  };
}

/** What the drain does with what waits. */
async function work(limit = 500): Promise<void> {
  const { unitOfWork, clock } = platform.container;
  const ctx = systemContext({ name: 'test' }, clock.now());
  const handle = createProviderEventHandling(platform.container);
  while ((await unitOfWork.run(ctx, (tx) => handle(tx, ctx, limit))) > 0);
}

async function mail(fields: object = {}): Promise<string> {
  const id = newId();
  await platform.container.knex('mail_messages').insert({
    id,
    template: 'order.placed',
    role: 'customer',
    recipient: 'asha@example.com',
    state: 'sent',
    dedupeKey: id,
    ...fields,
  });
  return id;
}
const statusOf = async (id: string) =>
  (await platform.container
    .knex('mail_messages')
    .where({ id })
    .first('state', 'deliveryStatus', 'sentAt')) as Record<string, unknown>;
const suppressed = async () =>
  (await platform.container
    .knex('mail_suppressions')
    .orderBy('address')
    .select('address', 'reason', 'source')) as object[];

describe('provider-events', () => {
  it('are kept once each, ten times, shuffled and worked off in pieces', async () => {
    const ids = [await mail(), await mail(), await mail()];
    const events = ids.flatMap((messageId, index) => [
      providerEvent('deferred', { message_id: messageId, timestamp: 1_790_000_000 }),
      providerEvent('delivered', { message_id: messageId, timestamp: 1_790_000_060 }),
      ...(index === 0
        ? [
            providerEvent('bounce', {
              message_id: messageId,
              email: 'Gone@Example.com',
              reason: '550 no such user',
            }),
          ]
        : []),
      ...(index === 1
        ? [providerEvent('spamreport', { message_id: messageId, email: 'cross@example.com' })]
        : []),
    ]);
    let received = 0;
    for (let n = 0; n < 10; n += 1) {
      const shuffled = [...events].sort(() => Math.random() - 0.5);
      const half = Math.ceil(shuffled.length / 2);
      const [item, two] = await Promise.all([post(shuffled.slice(0, half)), post(shuffled.slice(half))]);
      received += item.body.data.received + two.body.data.received;
      await work(2);
    }
    expect(received).toBe(events.length);
    expect((await Promise.all(ids.map(statusOf))).map(({ deliveryStatus }) => deliveryStatus)).toEqual([
      'bounced',
      'complained',
      'delivered',
    ]);
    expect(await suppressed()).toEqual([
      { address: 'cross@example.com', reason: 'complaint', source: 'mailapi' },
      { address: 'gone@example.com', reason: 'hard_bounce', source: 'mailapi' },
    ]);
    const notified = await platform.container
      .knex('outbox_events')
      .where({ type: 'mail.address_suppressed' });
    expect(notified).toHaveLength(2);
  });

  it('a block says nothing of the mailbox, an unsubscribe suppresses, opens are not kept', async () => {
    await post([
      providerEvent('bounce', { type: 'blocked', email: 'full@example.com' }),
      providerEvent('unsubscribe', { email: 'enough@example.com' }),
      providerEvent('open', { email: 'watched@example.com' }),
      providerEvent('click', { email: 'watched@example.com' }),
      { event: 'delivered' },
      'nonsense',
      null,
    ]);
    await work();
    expect(await suppressed()).toEqual([
      { address: 'enough@example.com', reason: 'unsubscribe', source: 'mailapi' },
    ]);
    expect(await platform.container.knex('mail_provider_events').count()).toEqual([{ count: 2 }]);
  });

  it('what no text may hold is dropped from a reason, and the event is taken', async () => {
    await post([
      providerEvent('bounce', { email: 'odd@example.com', reason: 'no\u0000 such\uffff user\ud800' }),
    ]);
    await work();
    expect(await platform.container.knex('mail_provider_events').select('address', 'reason')).toEqual([
      { address: 'odd@example.com', reason: 'no such user' },
    ]);
  });

  it('with a wrong signature, an altered byte or none are 401, and change nothing', async () => {
    const events = [providerEvent('bounce')];
    const body = JSON.stringify(events);
    const other = webhookKeys();
    const wrong = { headers: signedHeaders(body, other.privateKey) };
    const altered = { body: body.replace('asha', 'ashb') };
    const later = { headers: { 'x-twilio-email-event-webhook-timestamp': '1' } };
    const unsigned = { headers: { 'x-twilio-email-event-webhook-signature': '' } };
    const broken = { headers: { 'x-twilio-email-event-webhook-signature': '%%%' } };
    for (const change of [wrong, altered, later, unsigned, broken])
      expect(await post(events, change)).toMatchObject({
        status: 401,
        body: { reason: 'mail.bad_signature' },
      });
    expect(await platform.container.knex('mail_provider_events')).toEqual([]);
  });

  it('of a day ago count, and a replay changes nothing', async () => {
    const id = await mail();
    const body = JSON.stringify([providerEvent('delivered', { message_id: id, timestamp: 1_700_000_000 })]);
    const headers = signedHeaders(body, keys.privateKey, '1700000000');
    const send = async () =>
      (await platform.http.raw('POST', path, { body, headers })).json() as Promise<{ data: object }>;
    expect((await send()).data).toEqual({ received: 1, duplicates: 0 });
    await work();
    expect((await send()).data).toEqual({ received: 0, duplicates: 1 });
    expect(await statusOf(id)).toMatchObject({ deliveryStatus: 'delivered' });
  });

  it('for mails that nobody knows are kept and change nothing', async () => {
    const unknown = [
      providerEvent('delivered', { message_id: newId() }),
      providerEvent('delivered', { message_id: 'nonsense' }),
    ];
    expect((await post(unknown)).body.data).toEqual({ received: 2, duplicates: 0 });
    await work();
    expect(await platform.container.knex('mail_provider_events').whereNull('handledAt')).toEqual([]);
  });

  it('that are no list are 400; an unknown provider, or no key, is 404', async () => {
    expect(await post({ event: 'delivered' })).toMatchObject({
      status: 400,
      body: { reason: 'mail.unreadable_webhook' },
    });
    expect((await post([], { at: '/webhooks/mail/other' })).status).toBe(404);
    await useKey('');
    expect((await post([])).status).toBe(404);
    await useKey(keys.publicKey);
    expect((await post([])).status).toBe(200);
  });
});

describe('unclear-becomes-sent', () => {
  it('when the provider reports a mail whose response was lost', async () => {
    const id = await mail({ state: 'unclear' });
    await post([providerEvent('delivered', { message_id: id, timestamp: 1_790_000_000 })]);
    await work();
    expect(await statusOf(id)).toEqual({
      state: 'sent',
      deliveryStatus: 'delivered',
      sentAt: new Date(1_790_000_000_000),
    });
  });

  it('and when the report comes before the mail is found abandoned', async () => {
    const id = await mail({ state: 'sending' });
    await post([providerEvent('delivered', { message_id: id })]);
    await work();
    const { unitOfWork, clock } = platform.container;
    const ctx = systemContext({ name: 'test' }, clock.now());
    await unitOfWork.run(ctx, (tx) => createMailRepository().markAbandoned(tx, id));
    expect(await statusOf(id)).toMatchObject({ state: 'sent' });
  });
});

describe('delivery status notifications', () => {
  const secret = 'secret-of-notifications';
  const send = async (body: string, given = secret) => {
    const headers = { 'content-type': 'message/rfc822', 'x-webhook-secret': given };
    const response = await platform.http.raw('POST', '/webhooks/mail/dsn', { body, headers });
    return { status: response.status, body: (await response.json()) as { data: object; reason?: string } };
  };
  const suppressed = () => platform.container.knex('mail_suppressions').select('address', 'reason', 'source');

  it('are refused without a secret, with another one, or of another kind; none larger than 256 kB', async () => {
    expect(await send(deliveryStatus({}))).toMatchObject({ status: 404 });
    const { token } = await createSession(platform.container, { roles: ['superAdmin'] });
    const patched = await platform.http
      .as(token)
      .patch('/admin/settings/admin', { 'email.dsn_secret': secret });
    expect(patched.status).toBe(200);
    expect((await send(deliveryStatus({}), 'another secret of them')).status).toBe(401);
    const reply = await send('From: asha@example.com\r\nSubject: Out of office\r\n\r\nI am away.');
    expect([reply.status, reply.body.reason]).toEqual([400, 'mail.no_delivery_status']);
    expect((await send('x'.repeat(257 * 1024))).status).toBe(413);
  });

  it('find the mail by its Message-ID and suppress an address that does not exist, once', async () => {
    const id = await mail({ state: 'unclear' });
    const notification = deliveryStatus({ messageId: id });
    expect((await send(notification)).body.data).toEqual({ received: 1, duplicates: 0 });
    expect((await send(notification)).body.data).toEqual({ received: 0, duplicates: 1 });
    await work();
    expect(await statusOf(id)).toMatchObject({ state: 'sent', deliveryStatus: 'bounced' });
    expect(await suppressed()).toEqual([
      { address: 'asha@example.com', reason: 'hard_bounce', source: 'dsn' },
    ]);
  });

  it('find it by the address that it was returned to; a full mailbox suppresses nobody, a delay neither', async () => {
    const [full, late] = [await mail(), await mail()];
    await send(deliveryStatus({ to: `bounces+${full}@shop.example`, status: '5.2.2' }));
    await send(deliveryStatus({ messageId: late, action: 'delayed', status: '4.4.1' }));
    await work();
    expect(await statusOf(full)).toMatchObject({ deliveryStatus: 'bounced' });
    expect(await statusOf(late)).toMatchObject({ deliveryStatus: 'deferred' });
    expect(await suppressed()).toEqual([]);
    expect((await send(deliveryStatus({}))).body.data).toEqual({ received: 0, duplicates: 0 });
  });

  it('a mail with the token of a recipient unsubscribes that recipient, not its sender', async () => {
    const address = 'reader@example.com';
    const token = writeUnsubscribeToken({ broadcastId: newId(), address }, platform.container.keyring);
    const written = (words: string, id = 'a') =>
      ['From: other@example.com', `Message-ID: <${id}@x>`, `Subject: ${words}`, '', 'x'].join('\r\n');
    expect((await send(written(`unsubscribe\r\n ${token}`))).body.data).toEqual({
      received: 1,
      duplicates: 0,
    });
    expect((await send(written(`Unsubscribe ${token}`))).body.data).toEqual({ received: 0, duplicates: 1 });
    await work();
    expect(await suppressed()).toEqual([{ address, reason: 'unsubscribe', source: 'dsn' }]);
    // After the recipient has come back, another such mail counts again.
    await platform.container.knex('mail_suppressions').delete();
    expect((await send(written(`unsubscribe ${token}`, 'b'))).body.data).toEqual({
      received: 1,
      duplicates: 0,
    });
    await work();
    expect(await suppressed()).toHaveLength(1);
    const forged = await send(written(`unsubscribe ${token.slice(0, -3)}xyz`));
    expect([forged.status, forged.body.reason]).toEqual([400, 'mail.no_delivery_status']);
  });
});
