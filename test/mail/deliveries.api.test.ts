import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

interface Delivery {
  id: string;
  state: string;
  kind: string;
  recipient: string;
  orderId: string | null;
  resendOf: string | null;
  rendered: { subject: string; text: string } | null;
  events: { type: string; reason: string | null }[];
}
interface Cursor {
  hasMore: boolean;
  nextCursor: string | null;
}

let platform: TestPlatform;
let admin: HttpClient;

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());
beforeEach(() => platform.container.knex('mail_messages').delete());

async function mail(fields: object = {}, variables: object = { orderNumber: 'H7K2-9QXM' }): Promise<string> {
  const id = newId();
  const { knex, keyring } = platform.container;
  await knex('mail_messages').insert({
    id,
    template: 'order.placed',
    role: 'customer',
    recipient: 'asha@example.com',
    state: 'sent',
    variablesEncrypted: keyring.encrypt(JSON.stringify(variables)),
    dedupeKey: id,
    ...fields,
  });
  return id;
}
const list = async (query = '') => {
  const { status, body } = await admin.get<Delivery[]>(`/admin/email/deliveries?${query}`);
  expect([status, body.errors]).toEqual([200, undefined]);
  return { ids: body.data.map(({ id }) => id), metadata: body.metadata as unknown as Cursor };
};

describe('the list of deliveries', () => {
  it('goes on from a cursor, newest first, without gaps or repeats', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.unshift(await mail());
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await list(`limit=3${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);
      seen.push(...page.ids);
      cursor = page.metadata.nextCursor;
      // What is new meanwhile belongs to pages before.
      await mail();
    }
    expect(seen).toEqual(ids);
    expect((await admin.get('/admin/email/deliveries?cursor=abc')).status).toBe(400);
  });

  it('filters by state, template, role, recipient, order, kind and day of the store', async () => {
    const orderId = newId();
    const failed = await mail({ state: 'failed', orderId });
    const other = await mail({ template: 'auth.welcome', recipient: 'ravi@example.com' });
    expect((await list('state=failed')).ids).toEqual([failed]);
    expect((await list('template=auth.welcome')).ids).toEqual([other]);
    expect((await list('recipient=RAVI@example.com')).ids).toEqual([other]);
    expect((await list(`orderId=${orderId}`)).ids).toEqual([failed]);
    expect((await list('role=vendor_member')).ids).toEqual([]);
    expect((await list('kind=test')).ids).toEqual([]);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date());
    expect((await list(`day=${today}`)).ids).toEqual([other, failed]);
    expect((await list('day=2026-01-01')).ids).toEqual([]);
    expect((await admin.get('/admin/email/deliveries?day=2026-13-01')).status).toBe(400);
    expect((await admin.get('/admin/email/deliveries?state=lost')).status).toBe(400);
  });
});

describe('a delivery', () => {
  it('shows its words as of now and its events in order', async () => {
    const id = await mail();
    const event = (type: string, at: string) => ({
      providerId: 'mailapi',
      eventId: newId(),
      type,
      messageId: id,
      address: 'asha@example.com',
      occurredAt: new Date(at),
    });
    const rows = [event('delivered', '2026-11-21T10:01:00Z'), event('deferred', '2026-11-21T10:00:00Z')];
    await platform.container.knex('mail_provider_events').insert(rows);
    const { body } = await admin.get<Delivery>(`/admin/email/deliveries/${id}`);
    expect(body.data.rendered?.subject).toBe('We have your order H7K2-9QXM');
    expect(body.data.events.map(({ type }) => type)).toEqual(['deferred', 'delivered']);
  });

  it('of an account shows no words, and one whose variables are gone neither', async () => {
    const [auth, old] = [
      await mail({ template: 'auth.magic_link' }, { url: 'https://a.example/t?token=verysecret' }),
      await mail({ variablesEncrypted: null }),
    ];
    for (const id of [auth, old]) {
      const { body } = await admin.get<Delivery>(`/admin/email/deliveries/${id}`);
      expect(body.data.rendered).toBeNull();
      expect(JSON.stringify(body)).not.toContain('verysecret');
    }
  });

  it('that nobody knows is 404', async () => {
    expect((await admin.get(`/admin/email/deliveries/${newId()}`)).status).toBe(404);
    expect((await admin.post(`/admin/email/deliveries/${newId()}/resend`)).status).toBe(404);
  });
});

describe('resend-once', () => {
  it('makes a new row that names the old one, audited, and puts it into the queue', async () => {
    const orderId = newId();
    const id = await mail({ state: 'failed', orderId });
    const { status, body } = await admin.post<{ id: string; suppressed: unknown }>(
      `/admin/email/deliveries/${id}/resend`,
    );
    expect([status, body.data.suppressed]).toEqual([201, null]);
    const { knex } = platform.container;
    const row = await knex('mail_messages').where({ id: body.data.id }).first();
    expect(row).toMatchObject({ state: 'queued', kind: 'resend', resendOf: id, orderId, attempts: 0 });
    expect(await knex('audit_entries').where({ entityId: body.data.id }).first()).toMatchObject({
      action: 'resend',
    });
    expect(await knex('outbox_events').where({ entityId: body.data.id, type: 'mail.queued' })).toHaveLength(
      1,
    );
  });

  it('20 requests at once with one key make one mail', async () => {
    const id = await mail({ state: 'failed' });
    const client = admin.with({ 'idempotency-key': newId() });
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => client.post<{ id: string }>(`/admin/email/deliveries/${id}/resend`)),
    );
    expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await platform.container.knex('mail_messages').where({ resendOf: id })).toHaveLength(1);
  });

  it('refuses mails of accounts, mails that wait, and mails whose words are gone', async () => {
    const refusal = async (fields: object) => {
      const { status, body } = await admin.post(`/admin/email/deliveries/${await mail(fields)}/resend`);
      return [status, body.reason];
    };
    expect(await refusal({ template: 'auth.magic_link' })).toEqual([409, 'mail.auth_not_resendable']);
    expect(await refusal({ state: 'queued' })).toEqual([409, 'mail.not_over']);
    expect(await refusal({ variablesEncrypted: null })).toEqual([409, 'mail.words_gone']);
  });

  it('says when the address is suppressed, and sends all the same', async () => {
    await admin.post('/admin/email/suppressions', { address: 'Asha@Example.com', note: 'asked by phone' });
    const { status, body } = await admin.post<{ suppressed: { reason: string } }>(
      `/admin/email/deliveries/${await mail({ state: 'failed' })}/resend`,
    );
    expect([status, body.data.suppressed.reason]).toEqual([201, 'manual']);
  });

  it('by filter: each that matches once, however often it is asked for', async () => {
    const ids = [await mail({ state: 'failed' }), await mail({ state: 'failed' })];
    await mail({ state: 'failed', template: 'auth.magic_link' });
    await mail({ state: 'unclear' });
    const resend = async (body: object) =>
      (await admin.post<{ queued: number; more: boolean }>('/admin/email/deliveries/resend', body)).body.data;
    const [first, second] = await Promise.all([resend({}), resend({})]);
    expect((first?.queued ?? 0) + (second?.queued ?? 0)).toBe(2);
    expect(await resend({ template: 'order.placed' })).toEqual({ queued: 0, more: false });
    const copies = (await platform.container
      .knex('mail_messages')
      .whereNotNull('resendOf')
      .select('resendOf')) as { resendOf: string }[];
    expect(copies.map(({ resendOf }) => resendOf).sort()).toEqual(ids.sort());
    expect((await admin.post('/admin/email/deliveries/resend', { state: 'sent' })).status).toBe(400);
  });
});

describe('suppressed addresses', () => {
  it('are listed, added once, and lifted with audit', async () => {
    const address = `buyer-${newId()}@example.com`;
    const add = () =>
      admin.post<{ reason: string }>('/admin/email/suppressions', { address: address.toUpperCase() });
    expect([(await add()).status, (await add()).status]).toEqual([201, 201]);
    const { body } = await admin.get<{ address: string }[]>(`/admin/email/suppressions?search=${address}`);
    expect(body.data).toEqual([expect.objectContaining({ address, reason: 'manual' })]);
    expect((await admin.get<unknown[]>('/admin/email/suppressions?reason=complaint')).body.data).toEqual([]);
    expect((await admin.delete(`/admin/email/suppressions/${address}`)).status).toBe(200);
    expect((await admin.delete(`/admin/email/suppressions/${address}`)).status).toBe(404);
    const audited = (await platform.container
      .knex('audit_entries')
      .where({ entityId: address })
      .orderBy('id')
      .pluck('action')) as string[];
    expect(audited).toEqual(['create', 'delete']);
  });
});
