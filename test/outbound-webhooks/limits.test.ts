import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_REDELIVERED } from '#domain/outbound-webhooks/delivery.js';
import { MAX_PLATFORM_ENDPOINTS, MAX_VENDOR_ENDPOINTS } from '#domain/outbound-webhooks/endpoint.js';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient, HttpResponse } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';
import { insertedEndpoint } from './outbound-webhooks.entities.js';
import { insertDeliveries } from './webhook-rows.js';

let platform: TestPlatform;
let admin: HttpClient;
let vendor: HttpClient;

beforeAll(async () => {
  platform = await startPlatform();
  const { container, http } = platform;
  const permissions = ['webhook:view', 'webhook:manage', 'order:view'];
  admin = http.as((await createSession(container, { permissions })).token);
  const { vendorId } = await createVendor(container);
  vendor = http.as((await createSession(container, { vendorId })).token);
});

afterEach(() => platform.container.knex('outbound_webhooks_endpoints').update({ deletedAt: new Date() }));
afterAll(() => platform.stop());

const body = (fields: Record<string, unknown> = {}) => ({
  url: `https://erp.example.com/${newId()}`,
  events: ['order.paid'],
  contactEmail: 'erp@example.com',
  ...fields,
});
const statuses = (responses: readonly { status: number }[]) => responses.map(({ status }) => status).sort();
const paths = ({ body: { errors } }: HttpResponse) => errors?.map(({ path }) => path);

describe('endpoints', () => {
  it.each([
    ['the platform', '/admin/webhooks', MAX_PLATFORM_ENDPOINTS, 20],
    ['a vendor', '/vendor/webhooks', MAX_VENDOR_ENDPOINTS, 5],
  ])(
    '%s has at most its number of endpoints, however many are created at once',
    async (_owner, path, limit, documented) => {
      expect(limit).toBe(documented);
      const client = path.startsWith('/admin') ? admin : vendor;
      const responses = await Promise.all(Array.from({ length: limit + 4 }, () => client.post(path, body())));
      expect(statuses(responses)).toEqual([...Array<number>(limit).fill(201), ...Array<number>(4).fill(409)]);
      const refused = responses.find(({ status }) => status === 409);
      expect(refused?.body.reason).toBe('outbound_webhooks.too_many');
      const [first] = data(await client.get<{ id: string }[]>(path));
      expect((await client.delete(`${path}/${first?.id ?? ''}`)).status).toBe(200);
      expect((await client.post(path, body())).status).toBe(201);
    },
  );

  it('one URL is one endpoint of an owner, also of requests at once, and is free again after its deletion', async () => {
    const url = 'https://erp.example.com/one';
    const create = (client: HttpClient, side: string) =>
      client.post<{ id: string }>(`/${side}/webhooks`, body({ url }));
    const responses = await Promise.all([1, 2, 3].map(() => create(admin, 'admin')));
    expect(statuses(responses)).toEqual([201, 409, 409]);
    expect((await create(vendor, 'vendor')).status).toBe(201);
    const other = data(await admin.post<{ id: string }>('/admin/webhooks', body()));
    expect((await admin.patch(`/admin/webhooks/${other.id}`, { url })).status).toBe(409);
    const { id } = data(responses.find(({ status }) => status === 201) as HttpResponse<{ id: string }>);
    expect((await admin.delete(`/admin/webhooks/${id}`)).status).toBe(200);
    expect((await admin.patch(`/admin/webhooks/${other.id}`, { url })).status).toBe(200);
  });

  it('a URL has at most 2,048 characters, no credentials and no other scheme', async () => {
    const long = (length: number) => 'https://erp.example.com/'.padEnd(length, 'x');
    expect((await admin.post('/admin/webhooks', body({ url: long(2_048) }))).status).toBe(201);
    for (const url of [long(2_049), 'https://user:pass@erp.example.com/', 'ftp://erp.example.com/', 'erp']) {
      const refused = await admin.post('/admin/webhooks', body({ url }));
      expect([url, refused.status, paths(refused)]).toEqual([url, 400, ['body.url']]);
    }
  });

  it('asks for names of the catalogue or prefixes that fit one: others, and those of another audience, are refused', async () => {
    for (const events of [['order.unknown'], ['unknown.*'], ['ord*'], ['*.paid'], []])
      expect([events, (await admin.post('/admin/webhooks', body({ events }))).status]).toEqual([events, 400]);
    // Operators alone get it: it has lines of all vendors.
    expect((await admin.post('/admin/webhooks', body({ events: ['order.placed'] }))).status).toBe(201);
    expect((await vendor.post('/vendor/webhooks', body({ events: ['order.placed'] }))).status).toBe(400);
    for (const events of [['*'], ['order.*', 'payout.paid'], ['order.sub_order.*']])
      expect([events, (await vendor.post('/vendor/webhooks', body({ events }))).status]).toEqual([
        events,
        201,
      ]);
  });
});

describe('headers', () => {
  const named = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_none, n) => [`x-own-${n}`, 'v']));

  it('are at most ten, and none that the platform or the connection sets', async () => {
    expect((await admin.post('/admin/webhooks', body({ headers: named(10) }))).status).toBe(201);
    const refused = [
      named(11),
      { host: 'inside' },
      { 'Content-Type': 'text/plain' },
      { 'content-length': '1' },
      { 'Webhook-Id': '1' },
      { 'webhook-signature': 'v1,x' },
      { connection: 'close' },
      { 'transfer-encoding': 'chunked' },
      { 'x-a': 'one\r\nx-b: two' },
      { 'x-a': 'one\ntwo' },
      { 'x a': 'space' },
      { 'x-a\r\nx-b': '1' },
      { 'X-A': '1', 'x-a': '2' },
      { 'x-a': 'ü' },
    ];
    for (const headers of refused) {
      const response = await admin.post('/admin/webhooks', body({ headers }));
      expect([headers, response.status]).toEqual([headers, 400]);
    }
  });

  it('that authorize are shown as masks; a mask that comes back keeps the value, and another value replaces it', async () => {
    const { container } = platform;
    const given = { authorization: 'Bearer the-whole-token', 'x-tenant': 'store-7' };
    const created = data(
      await admin.post<{ id: string; headers: Record<string, string> }>(
        '/admin/webhooks',
        body({ headers: given }),
      ),
    );
    expect(JSON.stringify(created)).not.toContain('the-whole');
    expect(created.headers['x-tenant']).toBe('store-7');
    const path = `/admin/webhooks/${created.id}`;
    const stored = async () => {
      const row = (await container.knex('outbound_webhooks_endpoints').where({ id: created.id }).first()) as {
        headersEncrypted: string;
      };
      expect(row.headersEncrypted).not.toContain('token');
      return JSON.parse(container.keyring.decrypt(row.headersEncrypted)) as Record<string, string>;
    };
    data(await admin.patch<object>(path, { headers: { ...created.headers, 'x-tenant': 'store-8' } }));
    expect(await stored()).toEqual({ ...given, 'x-tenant': 'store-8' });
    data(await admin.patch<object>(path, { headers: { authorization: 'Bearer another-token' } }));
    expect(await stored()).toEqual({ authorization: 'Bearer another-token' });
    const audit = await container.knex('audit_entries').where({ entityId: created.id });
    expect(JSON.stringify(audit)).not.toMatch(/the-whole|another-token|whsec_/);
  });
});

describe('a range', () => {
  it('has at most 10,000 deliveries, and of two requests at once one sends them', async () => {
    const { container } = platform;
    expect(MAX_REDELIVERED).toBe(10_000);
    const { id } = await insertedEndpoint(container, null);
    const from = new Date('2026-11-20T00:00:00.000Z');
    await insertDeliveries(container, id, { count: MAX_REDELIVERED + 1, createdAt: from });
    const path = `/admin/webhooks/${id}/redeliver`;
    const range = { from: from.toISOString(), to: '2026-11-21T00:00:00.000Z', states: ['delivered'] };
    for (const more of [{}, { countOnly: true }]) {
      const refused = await admin.post(path, { ...range, ...more });
      expect([refused.status, refused.body.reason]).toEqual([409, 'outbound_webhooks.range_too_large']);
    }
    await container.knex.raw(
      `delete from outbound_webhooks_deliveries where id = (select id from outbound_webhooks_deliveries where endpoint_id = ? limit 1)`,
      [id],
    );
    expect(data(await admin.post<object>(path, { ...range, countOnly: true }))).toEqual({ count: 10_000 });
    const responses = await Promise.all([1, 2, 3].map(() => admin.post<{ count: number }>(path, range)));
    expect(statuses(responses)).toEqual([202, 409, 409]);
    expect(data(responses.find(({ status }) => status === 202) as HttpResponse<object>)).toEqual({
      count: 10_000,
    });
    const refused = responses.find(({ status }) => status === 409);
    expect(refused?.body.reason).toBe('outbound_webhooks.range_under_way');
    const [waiting] = (await container
      .knex('outbound_webhooks_deliveries')
      .where({ endpointId: id, state: 'pending', inRange: true })
      .count({ n: '*' })) as { n: number }[];
    expect(waiting?.n).toBe(10_000);
  });
});
