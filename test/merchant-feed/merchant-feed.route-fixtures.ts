import { targetRemovalSchema } from '#api/feeds/feeds.schemas.js';
import { data } from '../_support/shop.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';
import { consented, merchantSettings } from './merchant-shop.js';

type At = Parameters<MakeFixture>[0];
const base = '/admin/merchant-feed';

/** The settings of the sandbox's client, and the address of its consent page. */
async function consentPage({ platform, fixtures }: At): Promise<string> {
  const http = platform.http.as(fixtures.admin.token);
  data(await http.patch('/admin/settings/admin', merchantSettings));
  return data(await http.get<{ authUrl: string }>(`${base}/oauth/start`)).authUrl;
}

const configured: MakeFixture = async (at) => {
  await consentPage(at);
  return {};
};

/** What the consent page sends back, with its own state. */
const consent: MakeFixture = async (at) => ({
  query: (await consented(await consentPage(at))).replace(/^[^?]*/, ''),
});

/** A feed that is connected to the sandbox, which asks for no registration any more. */
const connected: MakeFixture = async (at) => {
  const { platform, fixtures } = at;
  const http = platform.http.as(fixtures.admin.token);
  if (!data(await http.get<{ connected: boolean }>(`${base}/status`)).connected)
    data(await platform.http.get(await consented(await consentPage(at))));
  data(await http.post(`${base}/register-developer`));
  return {};
};

/** An item that stands in the account of earlier settings. */
const leftBehind: MakeFixture = async (at) => {
  await connected(at);
  const { container, fixtures } = at;
  const target = `${Math.floor(Math.random() * 1e12)}-1001`;
  const variantId = await fixtures.make('productVariant');
  await container
    .knex('feeds_items')
    .insert({ feed: 'merchant', target, variantId, status: 'synced', remoteId: `en~IN~${variantId}` });
  const body = { items: 1 };
  // Only the number of what stands there is taken.
  const fit = (json: unknown) =>
    targetRemovalSchema.safeParse(json).success ? { ...(json as object), ...body } : json;
  return { params: { target }, body, fit };
};

export const merchantFeedRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'GET /admin/merchant-feed/oauth/start': configured,
  'GET /admin/merchant-feed/oauth/callback': consent,
  'POST /admin/merchant-feed/register-developer': connected,
  'GET /admin/merchant-feed/data-sources': connected,
  'POST /admin/merchant-feed/data-sources': connected,
  'GET /admin/merchant-feed/diagnostics': connected,
  'POST /admin/merchant-feed/bootstrap': configured,
  'POST /admin/merchant-feed/targets/:target/remove': leftBehind,
  'GET /admin/merchant-feed/items/:variantId/google-status': connected,
};
