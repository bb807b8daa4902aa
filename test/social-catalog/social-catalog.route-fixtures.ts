import { targetRemovalSchema } from '#api/feeds/feeds.schemas.js';
import { data } from '../_support/shop.js';
import type { TestPlatform } from '../_support/platform.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';
import { consented } from '../merchant-feed/merchant-shop.js';
import { BUSINESS_ID, CATALOG_ID, mainCatalog, socialSettings } from './social-shop.js';

type At = Parameters<MakeFixture>[0];
const base = '/admin/social-catalog';

/** The address of the consent dialog, and the cookie of the browser that began. */
async function begin({ platform, fixtures }: At): Promise<{ authUrl: string; cookie: string }> {
  const http = platform.http.as(fixtures.admin.token);
  data(await http.patch('/admin/settings/admin', socialSettings));
  const response = await http.get<{ authUrl: string }>(`${base}/oauth/start`);
  return {
    authUrl: data(response).authUrl,
    cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
  };
}

const configured: MakeFixture = async (at) => {
  await begin(at);
  return {};
};

const consent: MakeFixture = async (at) => {
  const { authUrl, cookie } = await begin(at);
  return { query: (await consented(authUrl)).replace(/^[^?]*/, ''), headers: { cookie } };
};

const connected: MakeFixture = async (at) => {
  const { platform, fixtures } = at;
  const http = platform.http.as(fixtures.admin.token);
  if (data(await http.get<{ connected: boolean }>(`${base}/status`)).connected) return {};
  const { authUrl, cookie } = await begin(at);
  data(await platform.http.get(await consented(authUrl), { cookie }));
  return {};
};

const working = new WeakSet<TestPlatform>();

/** A catalog is selected by a workflow, which a worker has to run. */
const selectable: MakeFixture = async (at) => {
  await connected(at);
  if (!working.has(at.platform)) {
    working.add(at.platform);
    await at.platform.startWorkers(['core']);
  }
  const fit = (json: unknown) => ({ ...(json as object), businessId: BUSINESS_ID, catalogId: CATALOG_ID });
  return { body: mainCatalog, fit };
};

/** An item that stands in a catalog that was selected before. */
const leftBehind: MakeFixture = async (at) => {
  await connected(at);
  const { container, fixtures } = at;
  const target = String(Math.floor(Math.random() * 1e12));
  const variantId = await fixtures.make('productVariant');
  await container
    .knex('feeds_items')
    .insert({ feed: 'social', target, variantId, status: 'synced', remoteId: variantId });
  const body = { items: 1 };
  // Only the number of what stands there is taken.
  const fit = (json: unknown) =>
    targetRemovalSchema.safeParse(json).success ? { ...(json as object), ...body } : json;
  return { params: { target }, body, fit };
};

export const socialCatalogRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'GET /admin/social-catalog/oauth/start': configured,
  'GET /admin/social-catalog/oauth/callback': consent,
  'GET /admin/social-catalog/businesses': connected,
  'GET /admin/social-catalog/diagnostics': connected,
  'POST /admin/social-catalog/bootstrap': configured,
  'POST /admin/social-catalog/targets/:target/remove': leftBehind,
  'POST /admin/social-catalog/select-catalog': selectable,
  'GET /admin/social-catalog/items/:id/remote-status': connected,
};
