import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { type MerchantSandbox, startMerchantSandbox } from '../../sandboxes/merchant/merchant-sandbox.js';
import { eventually } from '../_support/eventually.js';
import { data } from '../_support/shop.js';
import {
  historyTraces,
  recordErrorResponses,
  tableTraces,
  type Traces,
  whereIs,
} from '../edge/secret-traces.js';
import { consented, MERCHANT_SECRET, merchantSettings } from '../merchant-feed/merchant-shop.js';
import { SOCIAL_SECRET, type SocialShop, startSocialShop } from '../social-catalog/social-shop.js';

/** How the sandboxes begin everything that nobody else may see: codes, access and refresh tokens. */
const secrets = {
  merchantCode: '4/sandbox-',
  merchantAccess: 'ya29.sandbox-access-',
  merchantRefresh: '1//sandbox-refresh-',
  socialCode: 'AQsandbox',
  socialToken: 'EAAsandbox',
  merchantSecret: MERCHANT_SECRET,
  socialSecret: SOCIAL_SECRET,
};

let log = '';
let merchant: MerchantSandbox;
let shop: SocialShop;
const errors = recordErrorResponses();
const bodies: Traces = new Map();

beforeAll(async () => {
  merchant = await startMerchantSandbox({ port: 0, clientSecret: MERCHANT_SECRET });
  const logger = pino(
    { level: 'trace' },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        log += chunk.toString();
        done();
      },
    }),
  );
  shop = await startSocialShop({ logger, environment: { MERCHANT_API_URL: merchant.url } });
  data(await shop.asAdmin.patch('/admin/settings/admin', merchantSettings));
});
afterAll(async () => {
  errors.stop();
  await shop.stop();
  await merchant.close();
});

const merchantStart = async () =>
  data(await shop.asAdmin.get<{ authUrl: string }>('/admin/merchant-feed/oauth/start')).authUrl;

/** Consents, refused and given; failing, lost and refused calls; dead tokens; disconnections. */
async function everything(): Promise<string> {
  const { variants } = await shop.product();
  const id = variants[0]?.id ?? '';
  const keep = async (path: string) => bodies.set(path, await (await shop.asAdmin.raw('GET', path)).text());

  const denied = await consented(await merchantStart());
  await shop.http.get(denied.replace(/code=[^&]+/, 'code=4%2Fsandbox-forged'));
  merchant.control({ failNext: 1 });
  await shop.http.get(await consented(await merchantStart()));
  await shop.http.get(await consented(await merchantStart()));
  merchant.control({ failNext: 1, loseNext: 1 });
  await shop.asAdmin.post(`/admin/merchant-feed/items/${id}/resync`);
  await eventually(async () =>
    expect(
      (await shop.asAdmin.get<{ syncStatus: string }>(`/admin/merchant-feed/items/${id}`)).body.data
        .syncStatus,
    ).toBe('synced'),
  );
  merchant.endAccess();
  await shop.asAdmin.get(`/admin/merchant-feed/items/${id}/google-status`);
  merchant.control({ failNext: 1 });
  await shop.asAdmin.get(`/admin/merchant-feed/items/${id}/google-status`);

  const { authUrl, cookie } = await shop.start();
  await shop.http.get((await consented(authUrl)).replace(/code=[^&]+/, 'code=AQsandboxforged'), { cookie });
  await shop.consent();
  shop.social.control({ loseNext: 1 });
  await shop.select();
  await shop.asAdmin.post(`/admin/social-catalog/items/${id}/resync`);
  for (const feed of ['merchant-feed', 'social-catalog'])
    for (const path of ['status', 'items', `items/${id}`, `items/${id}/explain`])
      await keep(`/admin/${feed}/${path}`);
  await keep('/admin/settings/admin');
  merchant.endGrants();
  shop.social.endTokens();
  await shop.asAdmin.get(`/admin/merchant-feed/items/${id}/google-status`);
  await shop.asAdmin.get('/admin/social-catalog/businesses');
  for (const feed of ['merchant-feed', 'social-catalog']) await shop.asAdmin.delete(`/admin/${feed}/oauth`);
  await eventually(async () => expect(await shop.container.knex('feeds_revocations')).toEqual([]));
  return id;
}

it('no-secret-leaks: no code, token or client secret is in a log line, a history, a row or a response', async () => {
  const variantId = await everything();
  const histories = await historyTraces(shop.container.gateway.client);
  const tables = await tableTraces(shop.container.knex);
  const traces: Traces = new Map([['log', log], ...histories, ...tables, ...errors.traces, ...bodies]);
  // The search itself finds what it looks for.
  expect(whereIs(variantId, traces)).toEqual(
    expect.arrayContaining(['table feeds_items', 'table feeds_intents']),
  );
  expect([...histories.keys()].join()).toMatch(/feeds-connect-merchant.*|feeds-connect-social/);
  expect(errors.traces.size).toBeGreaterThan(4);
  const found = Object.entries(secrets).flatMap(([name, secret]) =>
    whereIs(secret, traces).map((place) => `${name}: ${place}`),
  );
  expect(found).toEqual([]);
});
