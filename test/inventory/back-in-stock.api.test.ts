import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { writeStopToken } from '#operations/inventory/stop-link.js';
import { createBuyer, createSellableVariant } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';

interface RequestResponse {
  variantId: string;
  email: string;
  expiresAt: string;
}

let platform: TestPlatform;
let vendorId: string;

beforeAll(async () => {
  platform = await startPlatform();
  ({ vendorId } = await createVendor(platform.container));
});
afterAll(() => platform.stop());

async function soldOut(fields: Parameters<typeof createSellableVariant>[2] = {}): Promise<string> {
  const { container } = platform;
  return (await createSellableVariant(container, vendorId, { onHand: 0, ...fields })).variantId;
}

const addressOf = () => `buyer-${newId()}@example.com`;
const ask = (variantId: string, body?: object, http = platform.http) =>
  http.post<RequestResponse>(`/store/products/${variantId}/notify-me`, body);
const rowsOf = (address: string) =>
  platform.container.knex('inventory_back_in_stock_requests').where({ address }).orderBy('id') as Promise<
    { state: string; variantId: string }[]
  >;

describe('a request for a mail when a variant is back in stock', () => {
  it('of a guest is open for 180 days, and a repeat is the same request', async () => {
    const variantId = await soldOut();
    const email = addressOf();
    const first = await ask(variantId, { email: ` ${email.toUpperCase()} ` });
    expect([first.status, first.body.data]).toMatchObject([201, { variantId, email }]);
    const days = (Date.parse(first.body.data.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(180, 1);
    expect((await ask(variantId, { email })).status).toBe(201);
    expect(await rowsOf(email)).toHaveLength(1);
    const events: unknown[] = await platform.container
      .knex('outbox_events')
      .where({ entityId: variantId })
      .pluck('type');
    expect(events).toEqual(['inventory.back_in_stock.requested']);
  });

  it('of a customer goes to the address of the account', async () => {
    const { token, email } = await createBuyer(platform.container);
    const response = await ask(await soldOut(), undefined, platform.http.as(token));
    expect([response.status, response.body.data.email]).toEqual([201, email]);
  });

  it('of a guest without an address is refused', async () => {
    const variantId = await soldOut();
    const guest = await createBuyer(platform.container, { anonymous: true });
    for (const http of [platform.http, platform.http.as(guest.token)]) {
      const { status, body } = await ask(variantId, {}, http);
      expect([status, body.errorCode, body.errors?.[0]?.path]).toEqual([
        400,
        'VALIDATION_ERROR',
        'body.email',
      ]);
    }
    expect((await ask(variantId, { email: 'nobody' })).status).toBe(400);
  });

  it.each([
    ['is in stock', { onHand: 1 }],
    ['is not tracked', { trackInventory: false }],
  ])('for a variant that %s is a conflict', async (_what, fields) => {
    const { status, body } = await ask(await soldOut(fields), { email: addressOf() });
    expect([status, body.reason]).toEqual([409, 'inventory.already_in_stock']);
  });

  it('for a variant that nobody sees is not found', async () => {
    const hidden = await soldOut({ product: { status: 'draft' } });
    const deleted = await soldOut({ variant: { deletedAt: new Date() } });
    for (const id of [newId(), hidden, deleted, 'no-id'])
      expect((await ask(id, { email: addressOf() })).status).toBe(404);
  });

  it('is the twentieth of an address at most, also when they are made at once', async () => {
    const email = addressOf();
    const variants = await Promise.all(Array.from({ length: 24 }, () => soldOut()));
    // Not over HTTP: the rate class allows twenty a minute.
    const { createBackInStockService } = await import('#api/inventory/back-in-stock.service.js');
    const service = createBackInStockService(platform.container);
    const ctx = {
      actor: { type: 'guest' as const, id: 'test' },
      requestId: 'test',
      permissions: new Set<string>(),
      now: new Date(),
    };
    const made = await Promise.allSettled(variants.map((id) => service.request(ctx, id, email)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(await rowsOf(email)).toHaveLength(20);
  });
});

describe('the stop link', () => {
  it('shows a page, and its button ends all requests of the address', async () => {
    const email = addressOf();
    const other = addressOf();
    const variantId = await soldOut();
    for (const recipient of [email, other]) await ask(variantId, { email: recipient });
    await ask(await soldOut(), { email });
    const path = `/store/back-in-stock/${writeStopToken(email, platform.container.keyring)}`;
    const shown = await platform.http.raw('GET', path);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await shown.text()).toContain('<button');
    expect((await rowsOf(email)).map(({ state }) => state)).toEqual(['open', 'open']);
    for (let times = 0; times < 2; times += 1)
      expect((await platform.http.raw('POST', path)).status).toBe(200);
    expect((await rowsOf(email)).map(({ state }) => state)).toEqual(['stopped', 'stopped']);
    expect((await rowsOf(other)).map(({ state }) => state)).toEqual(['open']);
  });

  it('that is forged is not found', async () => {
    const { keyring } = platform.container;
    const foreign = keyring.encrypt(JSON.stringify(['unsubscribe-1', newId(), 'a@example.com']));
    for (const token of ['x', foreign])
      expect((await platform.http.raw('GET', `/store/back-in-stock/${token}`)).status).toBe(404);
  });

  it('that is not valid is a page for a browser and JSON for other clients', async () => {
    const path = '/store/back-in-stock/abc';
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    for (const method of ['GET', 'POST']) {
      const page = await platform.http.raw(method, path, { headers: { accept } });
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      const html = await page.text();
      expect([html.includes('This link is not valid'), html.includes('<button')]).toEqual([true, false]);
    }
    const json = await platform.http.raw('GET', path, { headers: { accept: '*/*' } });
    expect([json.status, json.headers.get('content-type')]).toEqual([404, expect.stringContaining('json')]);
  });
});
