import { eventually } from '../_support/eventually.js';
import { data } from '../_support/shop.js';
import { MERCHANT_SECRET, SOCIAL_SECRET } from './deployment.js';
import { consented, firstVariant, mailTo, newOrder, newProduct } from './marketplace.js';
import { filled } from './shapes.js';
import { openStream } from './streams.js';
import { clientsOf, type Table } from './world.js';

export const API = 'https://api.example.com';
export const PANEL = 'https://panel.example.com';
const MINUTE = 60_000;

/** What depends on the addresses that an operator has given the platform. */
export const publicAddresses: Table = async (t, world) => {
  const { admin, vendor } = clientsOf(t, world);
  t.part('002 2.1 webhookUrl');
  t.has('of a vendor', await t.ok(vendor, 'GET /vendor/shipping/carrier/config'), {
    webhookUrl: `${API}/webhooks/shipping/carrier/${world.owner.vendorId}`,
  });
  t.has('of the platform', await t.ok(admin, 'GET /admin/shipping/carrier/config'), {
    webhookUrl: `${API}/webhooks/shipping/carrier/platform`,
  });

  t.part('002 4.4 merchant feed callback');
  data(
    await admin.patch('/admin/settings/admin', {
      'merchant_feed.oauth_client_id': 'haat.apps.sandbox',
      'merchant_feed.oauth_client_secret': MERCHANT_SECRET,
      'merchant_feed.merchant_id': '4711',
      'merchant_feed.storefront_base_url': 'https://store.example.com',
      'social.app_id': '123456789',
      'social.app_secret': SOCIAL_SECRET,
      'social.redirect_uri': `${API}/admin/social-catalog/oauth/callback`,
    }),
  );
  for (const [feed, code, target] of [
    ['merchant-feed', 'merchant_feed_oauth', '/integrations/merchant-feed?connected=1'],
    ['social-catalog', 'social_catalog_oauth', '/settings/social?connected=1'],
  ] as const) {
    const url = `/admin/${feed}/oauth`;
    const begin = async () => {
      const reply = await t.send<{ authUrl: string }>(admin, `GET ${url}/start`);
      const cookie = (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      return { authUrl: reply.body.data.authUrl, browser: t.http.with({ cookie }) };
    };
    const first = await begin();
    t.is(
      `${feed}: redirect_uri`,
      new URL(first.authUrl).searchParams.get('redirect_uri'),
      `${API}${url}/callback`,
    );
    const refusedCode = (authUrl: string) =>
      `GET ${url}/callback?code=nonsense&state=${new URL(authUrl).searchParams.get('state')}`;
    await world.ahead(9 * MINUTE);
    await t.refused(
      first.browser,
      `${feed}: the state holds after nine minutes`,
      refusedCode(first.authUrl),
      undefined,
      400,
      {
        code: `${code}_exchange_failed`,
      },
    );
    await world.ahead(0);
    const second = await begin();
    await world.ahead(11 * MINUTE);
    await t.refused(
      second.browser,
      `${feed}: but not after eleven`,
      refusedCode(second.authUrl),
      undefined,
      400,
      {
        code: `${code}_state_invalid`,
      },
    );
    await world.ahead(0);
    const third = await begin();
    const back = await third.browser.raw('GET', await consented(third.authUrl), { redirect: 'manual' });
    t.is(`${feed}: redirects`, back.status >= 300 && back.status < 400, true);
    t.is(`${feed}: to the panel`, back.headers.get('location'), `${PANEL}${target}`);
  }

  t.part('000 4.6 campaign mails');
  const reader = await world.account();
  data(
    await admin.post('/admin/campaigns/send', {
      audience: { type: 'user_ids', userIds: [reader.userId] },
      subject: 'The sale',
      blocks: [{ type: 'text', text: 'Come in' }],
    }),
  );
  const { headers } = await mailTo(world.sandboxes.mail, reader.email);
  const header = (name: string) => headers.find((item) => item.name.toLowerCase() === name)?.value;
  t.is('one click is enough', header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  const link = /<(https:\/\/[^>]+)>/.exec(header('list-unsubscribe') ?? '')?.[1] ?? '';
  t.holds('the address to unsubscribe', link.startsWith(`${API}/store/unsubscribe/`), link);
  const path = link.slice(API.length);
  t.is('opening it changes nothing', (await t.http.raw('GET', path)).status, 200);
  t.is(
    'posting to it unsubscribes',
    (
      await t.http.raw('POST', path, {
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    ).status,
    200,
  );
  const again = data(
    await admin.post<{ broadcastId: string }>('/admin/campaigns/send', {
      audience: { type: 'user_ids', userIds: [reader.userId] },
      subject: 'The sale goes on',
      blocks: [{ type: 'text', text: 'Come in' }],
    }),
  );
  const counters = await eventually(async () => {
    const found = data(
      await admin.get<{ status: string; counters: Record<string, number> }>(
        `/admin/campaigns/broadcasts/${again.broadcastId}`,
      ),
    );
    if (found.status !== 'sent') throw new Error(`The broadcast is ${found.status}`);
    return found.counters;
  });
  t.is('who has unsubscribed is left out', [counters['sent'], counters['suppressed']], [0, 1]);
};

/** A platform whose workers for documents and exports are away: what they do stays pending. */
export const whilePending: Table = async (t, world) => {
  const { admin, vendor, customer } = clientsOf(t, world);
  const variant = firstVariant(await newProduct(vendor));
  const order = await newOrder(customer, world.customer.email, [{ variantId: variant.id }]);
  const [subOrder] = order.vendors;
  for (const [client, base] of [
    [admin, `/admin/orders/${order.id}/invoice`],
    [admin, `/admin/orders/${order.id}/vendors/${subOrder?.id}/invoice`],
    [customer, `/store/orders/${order.id}/invoice`],
    [customer, `/store/orders/${order.id}/vendors/${subOrder?.id}/invoice`],
  ] as const) {
    t.part('000 3 invoice that is being generated');
    const asked = { status: 'pending', downloadUrl: null, streamUrl: `${base}/stream`, jobId: filled };
    const asking = await t.ok<{ jobId: string }>(client, `POST ${base}/generate`);
    t.has(`${base}: generate`, asking, asked);
    t.is(
      `${base}: a repeat has the same job`,
      (await t.ok<{ jobId: string }>(client, `POST ${base}/generate`)).jobId,
      asking.jobId,
    );
    t.has(`${base}: status`, await t.ok(client, `GET ${base}/status`), { ...asked, jobId: asking.jobId });
    await t.refused(client, 'is not ready', `GET ${base}`, undefined, 409);
  }
  t.part('000 3 invoice that could not be rendered');
  const path = `/admin/orders/${order.id}/vendors/${subOrder?.id}/invoice`;
  const { jobId } = await t.ok<{ jobId: string }>(admin, `GET ${path}/status`);
  const stream = await openStream(world.reached ?? world.url, `${path}/stream`, {
    cookie: world.superAdmin.cookie,
  });
  await stream.next(({ status }) => status === 'pending', 5_000);
  data(await admin.post(`/admin/jobs/${jobId}/cancel`, { reason: 'No paper' }));
  const failed = await stream.next(({ status }) => status === 'failed', 20_000);
  t.is('fields of the terminal frame', Object.keys(failed.json).sort(), ['error', 'status']);
  t.has('the terminal frame', failed.json, { status: 'failed', error: filled });
  await stream.ended(10_000);
  t.is('nothing follows', stream.frames.at(-1)?.json, failed.json);
  t.has('status', await t.ok(admin, `GET ${path}/status`), {
    status: 'failed',
    downloadUrl: null,
    streamUrl: `${path}/stream`,
  });
  t.has('the order has failed with it', await t.ok(admin, `GET /admin/orders/${order.id}/invoice/status`), {
    status: 'failed',
  });
  await t.refused(admin, 'has failed', `GET ${path}`, undefined, 409);
  t.has('generate renders again', await t.ok(admin, `POST ${path}/generate`), {
    status: 'pending',
    jobId: filled,
  });

  t.part('000 3 export that is being written');
  const range = { from: new Date(Date.now() - 86_400_000).toISOString(), to: new Date().toISOString() };
  const made = await t.ok<{ id: string }>(
    admin,
    'POST /admin/reports/orders/export',
    { ...range, format: 'csv' },
    201,
  );
  t.has('its row', await t.ok(admin, `GET /admin/report-exports/${made.id}`), {
    status: 'pending',
    completedAt: null,
  });
  await t.refused(admin, 'is not ready', `GET /admin/report-exports/${made.id}/download`, undefined, 404);
};

/** A search server that is configured and cannot be reached. */
export const searchAway: Table = async (t) => {
  t.part('001 7 search server away');
  await t.refused(t.http, 'unreachable', 'GET /store/product-search', undefined, 502);
  await t.refused(t.http, 'unreachable', 'GET /store/product-search/suggestions?q=lamp', undefined, 502);
  await t.refused(t.http, 'bad input is found first', 'GET /store/product-search?limit=101', undefined, 400);
};
