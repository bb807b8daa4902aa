import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createMerchantFeedService } from '#plugins/merchant-feed/api/merchant-feed.service.js';
import { systemContext } from '#domain/_shared/context.js';
import { eventually } from '../_support/eventually.js';
import { data } from '../_support/shop.js';
import { createTestClock } from '../_support/test-clock.js';
import { consented, MERCHANT_ID, type MerchantShop, startMerchantShop } from './merchant-shop.js';

interface Status {
  connected: boolean;
  reconnectRequired: boolean;
  scope: string | null;
  waitsFor: string | null;
  configuration: { oauthClient: string; feed: string; missingKeys: string[]; warnings: string[] };
  merchantAccount: { merchantId: string; name: string; reachable: boolean } | null;
  dataSource: { dataSourceId: string; name: string | null } | null;
  counts: Record<string, number>;
}

const clock = createTestClock();
let shop: MerchantShop;
beforeAll(async () => {
  shop = await startMerchantShop({ clock });
});
afterAll(() => shop.stop());
beforeEach(() => {
  clock.shift(0);
  shop.merchant.resetControls();
});

const path = '/admin/merchant-feed';
const status = async () => data(await shop.asAdmin.get<Status>(`${path}/status`));
const start = async () => data(await shop.asAdmin.get<{ authUrl: string }>(`${path}/oauth/start`)).authUrl;
const INVALID = 'merchant_feed_oauth_state_invalid';

describe('the consent of the merchant feed', () => {
  it('asks for offline access and a forced consent, and needs the client', async () => {
    const url = new URL(await start());
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      access_type: 'offline',
      prompt: 'consent',
      response_type: 'code',
      redirect_uri: `${shop.container.config.PUBLIC_API_BASE_URL}${path}/oauth/callback`,
    });
    data(await shop.asAdmin.patch<unknown>('/admin/settings/admin', { 'merchant_feed.oauth_client_id': '' }));
    const refused = await shop.asAdmin.get(`${path}/oauth/start`);
    expect(refused).toMatchObject({
      status: 400,
      body: { errorCode: 'merchant_feed_misconfigured', missingKeys: ['oauth_client_id'] },
    });
    expect(refused.body).not.toHaveProperty('errors');
    data(
      await shop.asAdmin.patch<unknown>('/admin/settings/admin', { 'merchant_feed.oauth_client_id': 'haat' }),
    );
  });

  it('oauth-state: a state that is missing, replayed or expired is refused, two at once connect once', async () => {
    const missing = await shop.http.get(`${path}/oauth/callback?code=x`);
    expect(missing).toMatchObject({ status: 400, body: { errorCode: INVALID } });

    const late = await consented(await start());
    clock.shift(11 * 60_000);
    expect(await shop.http.get(late)).toMatchObject({ status: 400, body: { errorCode: INVALID } });
    clock.shift(0);

    const back = await consented(await start());
    const responses = await Promise.all([shop.http.get(back), shop.http.get(back)]);
    expect(responses.map((response) => response.status).sort()).toEqual([200, 400]);
    expect(await shop.http.get(back)).toMatchObject({ status: 400, body: { errorCode: INVALID } });
  });

  it('oauth-state: one that is denied says why, and spends its state', async () => {
    const back = await consented(await start(), 'deny');
    const response = await shop.http.get(back);
    expect(response).toMatchObject({
      status: 400,
      body: { errorCode: 'merchant_feed_oauth_exchange_failed' },
    });
    expect(response.body.message).toContain('access_denied');
    expect(await shop.http.get(back)).toMatchObject({ status: 400, body: { errorCode: INVALID } });
    const described = await consented(await start(), 'deny');
    const { body } = await shop.http.get(`${described}&error_description=The+owner+said+no`);
    expect(body.message).toContain('access_denied: The owner said no');
  });

  it('leads to the admin interface where that has an address', async () => {
    const { container } = shop;
    const config = { ...container.config, PUBLIC_ADMIN_URL: 'https://admin.example.com/' };
    const ctx = systemContext({ name: 'test' }, clock.now());
    const merchant = createMerchantFeedService({ ...container, config });
    const back = new URL(await consented(await merchant.startOauth(ctx)), 'http://localhost');
    expect(await merchant.finishOauth(ctx, Object.fromEntries(back.searchParams))).toBe(
      'https://admin.example.com/integrations/merchant-feed?connected=1',
    );
    await merchant.disconnect(ctx);
  });

  it('whose code is refused, or that gives no refresh token, does not connect', async () => {
    const back = await consented(await start());
    const response = await shop.http.get(back.replace(/code=[^&]+/, 'code=forged'));
    expect(response).toMatchObject({
      status: 400,
      body: { errorCode: 'merchant_feed_oauth_exchange_failed' },
    });
    shop.merchant.control({ refreshTokens: false });
    const without = await shop.http.get(await consented(await start()));
    expect(without.body.message).toContain('no refresh token');
  });
});

describe('a connection of the merchant feed', () => {
  it('registers, waits until that has effect, and reads the account and the data sources', async () => {
    await shop.connect();
    await eventually(async () =>
      expect(await status()).toMatchObject({
        connected: true,
        reconnectRequired: false,
        waitsFor: expect.stringContaining('bootstrap'),
        configuration: { oauthClient: 'configured', feed: 'configured', missingKeys: [] },
        merchantAccount: { merchantId: MERCHANT_ID, name: 'Sandbox Store', reachable: true },
        dataSource: { dataSourceId: '1001', name: 'API products' },
      }),
    );
    const sources = data(
      await shop.asAdmin.get<{ id: string; input: string; isPrimary: boolean }[]>(`${path}/data-sources`),
    );
    expect(sources.map(({ id, input, isPrimary }) => [id, input, isPrimary])).toEqual([
      ['1001', 'API', true],
      ['1002', 'FILE', true],
      ['1003', 'UI', false],
      ['1004', 'API', true],
    ]);
    const again = data(await shop.asAdmin.post<unknown>(`${path}/register-developer`));
    expect(again).toMatchObject({ registered: true, alreadyRegistered: true });
  });

  it('is read when somebody asks, at most once a minute, and at once with `refresh`', async () => {
    const { merchant, asAdmin } = shop;
    const reads = (part: string) =>
      merchant.requests().filter(({ path: called }) => called.endsWith(part)).length;
    const sources = async (query = '') =>
      (await asAdmin.get<unknown>(`${path}/data-sources${query}`)).body.metadata as unknown as {
        readAt: string;
      };
    const account = async (query = '') =>
      data(await asAdmin.get<Status>(`${path}/status${query}`)).merchantAccount;
    clock.shift(61_000);
    try {
      const [before, looks] = [reads('/dataSources'), reads(`/accounts/${MERCHANT_ID}`)];
      const first = await sources();
      expect(await sources()).toEqual(first);
      expect(Math.abs(Date.parse(first.readAt) - clock.now().getTime())).toBeLessThan(30_000);
      expect(reads('/dataSources') - before).toBe(1);
      await sources('?refresh=true');
      expect(reads('/dataSources') - before).toBe(2);
      const last = await sources();
      merchant.control({ sourceReads: false });
      expect(await sources('?refresh=true')).toEqual(last);
      merchant.control({ failNext: 1 });
      expect((await asAdmin.get(`${path}/data-sources?refresh=true`)).status).toBe(500);

      expect(await account()).toMatchObject({ reachable: true });
      expect(await account()).toMatchObject({ reachable: true });
      expect(reads(`/accounts/${MERCHANT_ID}`) - looks).toBe(1);
      merchant.control({ accountAccess: false });
      expect(await account()).toMatchObject({ reachable: true });
      expect(await account('?refresh=true')).toMatchObject({ reachable: false, readAt: expect.any(String) });
      merchant.control({ accountAccess: true, failNext: 1 });
      expect([await account('?refresh=true'), await account()]).toEqual([null, null]);
      expect(await account('?refresh=true')).toMatchObject({ reachable: true });
    } finally {
      merchant.resetControls();
      clock.shift(0);
    }
  });

  it('creates a primary data source with language and label of the settings', async () => {
    const created = await shop.asAdmin.post<unknown>(`${path}/data-sources`, { displayName: ' Storefront ' });
    expect(created.status).toBe(201);
    expect(data(created)).toMatchObject({
      displayName: 'Storefront',
      input: 'API',
      isPrimary: true,
      contentLanguage: 'en',
      feedLabel: 'IN',
    });
    for (const body of [
      { displayName: '' },
      { displayName: 'x'.repeat(81) },
      { displayName: 'x', feedLabel: 'in' },
      { displayName: 'x', countries: Array(11).fill('IN') },
    ])
      expect((await shop.asAdmin.post(`${path}/data-sources`, body)).status).toBe(400);
  });

  it('returns the documented 500 with the words of the remote side, and probes a product', async () => {
    const { variants } = await shop.product();
    const id = variants[0]?.id ?? '';
    const probe = () => shop.asAdmin.get<{ found: boolean }>(`${path}/items/${id}/google-status`);
    expect(data(await probe()).found).toBe(false);
    shop.merchant.control({ failNext: 1 });
    const failed = await probe();
    expect(failed).toMatchObject({ status: 500, body: { reason: 'feeds.remote_call_failed' } });
    expect(failed.body.message).toContain('Internal error encountered.');
    data(await shop.asAdmin.post<unknown>(`${path}/items/${id}/resync`));
    shop.merchant.control({
      visibilityMs: 0,
      issues: { [id]: [{ code: 'missing_gtin', severity: 'DEMOTED' }] },
    });
    await eventually(async () =>
      expect(data(await probe())).toMatchObject({
        found: true,
        issues: [{ code: 'missing_gtin', severity: 'DEMOTED', detail: null }],
      }),
    );
  });

  it('refresh-race: refreshes its token once for twenty callers', async () => {
    const { variants } = await shop.product();
    const id = variants[0]?.id ?? '';
    shop.merchant.endAccess();
    const tokens = () => shop.merchant.requests().filter(({ path: called }) => called === '/token').length;
    const before = tokens();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => shop.asAdmin.get(`${path}/items/${id}/google-status`)),
    );
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    expect(tokens() - before).toBe(1);
  });

  it('without access to the account says so, pauses, and keeps its intents', async () => {
    const { variants } = await shop.product();
    const id = variants[0]?.id ?? '';
    shop.merchant.control({ accountAccess: false });
    data(await shop.asAdmin.post<unknown>(`${path}/items/${id}/resync`));
    await eventually(async () =>
      expect(await status()).toMatchObject({
        paused: { reason: 'no_access' },
        merchantAccount: { reachable: false },
      }),
    );
    shop.merchant.control({ accountAccess: true });
    data(await shop.asAdmin.post<unknown>(`${path}/register-developer`));
    await eventually(async () => expect(shop.merchant.products(MERCHANT_ID).has(id)).toBe(true));
  });

  it('whose grant is dead asks for another consent, and goes on with it', async () => {
    const { variants } = await shop.product();
    const id = variants[0]?.id ?? '';
    shop.merchant.endGrants();
    data(await shop.asAdmin.post<unknown>(`${path}/items/${id}/resync`));
    await eventually(async () =>
      expect(await status()).toMatchObject({ connected: true, reconnectRequired: true }),
    );
    expect((await shop.asAdmin.get(`${path}/items/${id}/google-status`)).status).toBe(409);
    const mails = (await shop.container
      .knex('mail_messages')
      .where({ template: 'feed.reconnect_required' })) as unknown[];
    expect(mails).toHaveLength(1);
    await shop.connect();
    await eventually(async () => expect(shop.merchant.products(MERCHANT_ID).has(id)).toBe(true));
  });

  it('warns while prices do not include tax', async () => {
    const includeTax = async (value: boolean) =>
      data(await shop.asAdmin.patch<unknown>('/admin/settings/admin', { 'tax.prices_include_tax': value }));
    const warnings = async (feed: string) =>
      data(await shop.asAdmin.get<Status>(`/admin/${feed}/status`)).configuration.warnings;
    const feeds = ['merchant-feed', 'social-catalog'];
    await includeTax(false);
    expect(await Promise.all(feeds.map(warnings))).toEqual([['price_excludes_tax'], ['price_excludes_tax']]);
    await includeTax(true);
    expect(await Promise.all(feeds.map(warnings))).toEqual([[], []]);
  });

  it('ends at once, revokes its grant, and a repeat changes nothing', async () => {
    const items = async () => (await shop.container.knex('feeds_items').where({ feed: 'merchant' })).length;
    const before = await items();
    expect(before).toBeGreaterThan(0);
    expect(data(await shop.asAdmin.delete<unknown>(`${path}/oauth`))).toEqual({ disconnected: true });
    expect(await items()).toBe(before);
    expect(data(await shop.asAdmin.delete<unknown>(`${path}/oauth`))).toEqual({ disconnected: true });
    expect(await status()).toMatchObject({ connected: false, scope: null, merchantAccount: null });
    expect((await shop.asAdmin.get(`${path}/data-sources`)).status).toBe(409);
    await eventually(async () => {
      expect(await shop.container.knex('feeds_revocations')).toEqual([]);
      expect(shop.merchant.requests().some(({ path: called }) => called === '/revoke')).toBe(true);
    });
  });
});
