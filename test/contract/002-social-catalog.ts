import { eventually } from '../_support/eventually.js';
import { SOCIAL_SECRET } from './deployment.js';
import { callsTo, consented, control, firstVariant, newProduct } from './marketplace.js';
import { bool, filled, int, list, listOf, object, oneOf, orNull } from './shapes.js';
import { clientsOf, type Table } from './world.js';

const base = '/admin/social-catalog';
const NOBODY = '0190aaaa-0000-7000-8000-000000000000';
const choice = {
  businessId: '9001',
  businessName: 'Sandbox Business',
  catalogId: '7001',
  catalogName: 'Main catalog',
};

interface Status {
  connected: boolean;
  missingKeys?: string[];
  configuration: { oauthClient: string; feed: string };
  selection: { tokenKind: string | null };
  counts: Record<string, number>;
}

export const socialCatalog: Table = async (t, world) => {
  const { admin, vendor } = clientsOf(t, world);
  const settings = (values: object) => t.ok(admin, 'PATCH /admin/settings/admin', values);
  t.part('002 4.5 social catalog before it is connected');
  const configured = oneOf('configured', 'missing');
  const shape = {
    connected: bool,
    accountId: orNull(filled),
    scope: orNull(filled),
    configuration: { oauthClient: configured, feed: configured },
    selection: { tokenKind: orNull(oneOf('user', 'system_user')) },
    counts: { synced: int },
  };
  const before = await t.ok<Status>(admin, `GET ${base}/status`);
  t.shape('status', before, shape);
  t.has('status', before, {
    connected: false,
    accountId: null,
    scope: null,
    'configuration.oauthClient': 'missing',
    'configuration.feed': 'missing',
    'selection.tokenKind': null,
  });
  t.is(
    'keys that are missing',
    ['app_id', 'app_secret'].every((key) => before.missingKeys?.includes(key)),
    true,
  );
  const refused = await t.refused(admin, 'settings are missing', `GET ${base}/oauth/start`, undefined, 400, {
    code: 'social_catalog_misconfigured',
  });
  const { missingKeys } = refused.body as { missingKeys?: string[] };
  t.is(
    'names them',
    missingKeys?.filter((key) => key.startsWith('app_')),
    ['app_id', 'app_secret'],
  );
  await t.lines(admin, [
    ['not connected', `GET ${base}/businesses`, 409],
    ['not connected', `POST ${base}/select-catalog`, choice, 409],
  ]);
  t.is('disconnect', (await t.send(admin, `DELETE ${base}/oauth`)).status, 200);
  await t.lines(admin, [
    [
      'an address that is not that of the callback',
      'PATCH /admin/settings/admin',
      { 'social.redirect_uri': 'https://shop.example.com/elsewhere' },
      400,
    ],
    [
      'an address without https',
      'PATCH /admin/settings/admin',
      { 'social.redirect_uri': 'http://shop.example.com/admin/social-catalog/oauth/callback' },
      400,
    ],
    [
      'a path without {slug}',
      'PATCH /admin/settings/admin',
      { 'social.storefront_product_path': '/products' },
      400,
    ],
  ]);
  await settings({
    'social.app_id': '123456789',
    'social.app_secret': SOCIAL_SECRET,
    'social.redirect_uri': 'https://api.example.com/admin/social-catalog/oauth/callback',
    'social.storefront_base_url': 'https://store.example.com',
    'social.storefront_product_path': '/p/{slug}',
    'social.sync_interval_seconds': 0,
  });
  t.is(
    'the secret is masked',
    (await t.ok<Record<string, string>>(admin, 'GET /admin/settings/admin'))['social.app_secret'],
    `••••${SOCIAL_SECRET.slice(-4)}`,
  );
  t.has('the client is configured', await t.ok(admin, `GET ${base}/status`), {
    'configuration.oauthClient': 'configured',
  });

  t.part('002 4.5 social catalog consent');
  const start = async () => {
    const reply = await t.send<{ authUrl: string }>(admin, `GET ${base}/oauth/start`);
    t.is('start', reply.status, 200);
    return {
      authUrl: reply.body.data.authUrl,
      cookie: (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
    };
  };
  const consent = await start();
  const query = new URL(consent.authUrl).searchParams;
  t.is('scopes', query.get('scope'), 'catalog_management,business_management');
  t.is('client', query.get('client_id'), '123456789');
  t.is(
    'redirect_uri',
    query.get('redirect_uri'),
    'https://api.example.com/admin/social-catalog/oauth/callback',
  );
  const invalid = { code: 'social_catalog_oauth_state_invalid' };
  await t.refused(t.http, 'no state', `GET ${base}/oauth/callback?code=x`, undefined, 400, invalid);
  const back = await consented(consent.authUrl);
  await t.refused(t.http, 'another browser', `GET ${back}`, undefined, 400, invalid);
  const denial = await start();
  await t.refused(
    t.http.with({ cookie: denial.cookie }),
    'denied',
    `GET ${await consented(denial.authUrl, 'deny')}`,
    undefined,
    400,
    { code: 'social_catalog_oauth_exchange_failed' },
  );
  const good = await start();
  const goodBack = await consented(good.authUrl);
  t.is(
    'a consent',
    (await t.ok<object>(t.http.with({ cookie: good.cookie }), `GET ${goodBack}`)) as unknown,
    { connected: true },
  );
  await t.refused(
    t.http.with({ cookie: good.cookie }),
    'a second time',
    `GET ${goodBack}`,
    undefined,
    400,
    invalid,
  );
  const connected = await t.ok<Status>(admin, `GET ${base}/status`);
  t.shape('connected', connected, shape);
  t.has('connected', connected, {
    connected: true,
    scope: 'catalog_management,business_management',
    'selection.tokenKind': 'user',
  });

  t.part('002 4.5 businesses and catalog');
  const businesses = await t.ok<{ id: string; ownedCatalogs: unknown[]; clientCatalogs: unknown[] }[]>(
    admin,
    `GET ${base}/businesses`,
  );
  t.shape('a business', businesses[0], {
    id: filled,
    name: filled,
    ownedCatalogs: list,
    clientCatalogs: list,
  });
  t.is('the businesses', businesses.map(({ id }) => id).includes('9001'), true);
  await control(world.sandboxes.social, { businesses: false });
  t.is('of an account that administers none', await t.ok(admin, `GET ${base}/businesses`), []);
  await control(world.sandboxes.social);
  for (const field of Object.keys(choice))
    await t.refused(
      admin,
      `without ${field}`,
      `POST ${base}/select-catalog`,
      { ...choice, [field]: undefined },
      400,
      { field: `body.${field}` },
    );
  await t.refused(
    admin,
    'a catalog of another business',
    `POST ${base}/select-catalog`,
    { ...choice, catalogId: '424242' },
    400,
    { code: 'BAD_REQUEST' },
  );
  await control(world.sandboxes.social, { acceptedTasks: ['ADVERTISE'] });
  await t.refused(admin, 'a catalog that does not take MANAGE', `POST ${base}/select-catalog`, choice, 400, {
    code: 'BAD_REQUEST',
  });
  await control(world.sandboxes.social);
  const selected = await t.ok<{ systemUserId: string }>(admin, `POST ${base}/select-catalog`, choice);
  t.shape('selected', selected, { systemUserId: filled });
  t.has('a system user holds it', await t.ok(admin, `GET ${base}/status`), {
    connected: true,
    'selection.tokenKind': 'system_user',
    'configuration.feed': 'configured',
  });
  const kept = await t.ok<Record<string, string>>(admin, 'GET /admin/settings/admin');
  for (const [key, value] of [
    ['business_id', '9001'],
    ['catalog_id', '7001'],
    ['system_user_id', selected.systemUserId],
    ['token_kind', 'system_user'],
  ] as const)
    t.is(`setting ${key}`, kept[`social.${key}`], value);
  const again = await t.ok<{ systemUserId: string }>(admin, `POST ${base}/select-catalog`, choice);
  t.is('selecting again uses the same system user', again.systemUserId, selected.systemUserId);

  t.part('002 4.5 social items');
  await control(world.sandboxes.social, { batchMs: 0, batchesPerMinute: 100 });
  await settings({ 'tax.prices_include_tax': true });
  const lamp = await newProduct(vendor, { thumbnail: 'media/platform/lamp.png', description: 'A lamp' });
  const draft = await newProduct(vendor, { status: 'draft', thumbnail: 'media/platform/lamp.png' });
  const [id, draftId] = [firstVariant(lamp).id, firstVariant(draft).id];
  const started = await t.send<{ enqueuedVariants: number }>(admin, `POST ${base}/bootstrap`);
  t.is('bootstrap', started.status, 202);
  t.shape('bootstrap', started.body.data, { enqueuedVariants: int, warnings: listOf(filled) });
  interface Item {
    syncStatus: string;
    lastError: string | null;
  }
  const inState = (variantId: string, status: string) =>
    eventually(async () => {
      const { body } = await t.send<Item>(admin, `GET ${base}/items/${variantId}`);
      if (body.data.syncStatus !== status)
        throw new Error(`${variantId} is ${body.data.syncStatus} (${body.data.lastError})`);
      return body.data;
    });
  await inState(id, 'synced');
  const remote = await t.ok<{ errors: unknown[] }>(admin, `GET ${base}/items/${id}/remote-status`);
  t.shape('remote status', remote, { errors: list });
  t.is('without errors', remote.errors, []);
  t.has('counts', await t.ok(admin, `GET ${base}/status`), { 'counts.synced': int });
  t.holds(
    'it is pushed by items_batch',
    (await callsTo(world.sandboxes.social)).some(
      ({ method, path }) => method === 'POST' && /\/7001\/items_batch$/.test(path),
    ),
  );
  t.holds(
    'and the batch is asked for',
    (await callsTo(world.sandboxes.social)).some(({ path }) => path.includes('check_batch_request_status')),
  );
  await control(world.sandboxes.social, {
    batchMs: 0,
    batchesPerMinute: 100,
    itemErrors: { [id]: 'The image is too small' },
  });
  await t.ok(vendor, `PATCH /vendor/products/${lamp.id}/basics`, { title: `Another title ${id}` });
  await t.send(admin, `POST ${base}/items/${id}/resync`);
  const failed = await inState(id, 'failed');
  t.holds(
    'a refused item says why',
    failed.lastError?.includes('The image is too small') === true,
    failed.lastError,
  );
  await control(world.sandboxes.social, { batchMs: 0, batchesPerMinute: 100 });
  await t.send(admin, `POST ${base}/items/${draftId}/resync`);
  t.has('a draft is skipped', await inState(draftId, 'skipped'), { lastError: filled });
  const rows = await t.page<Item>(admin, `GET ${base}/items`);
  t.shape('items', { rows }, { rows: listOf(object) });
  await t.lines(admin, [
    ['unknown', `GET ${base}/items/${NOBODY}/remote-status`, 404],
    ['unknown', `GET ${base}/items/${NOBODY}`, 404],
    ['unknown', `POST ${base}/items/${NOBODY}/resync`, 404],
  ]);

  t.part('002 3.3 poll age');
  t.is(
    'an hour by default',
    (await t.ok<Record<string, unknown>>(admin, 'GET /admin/settings/admin'))[
      'social.handle_poll_max_age_minutes'
    ],
    60,
  );

  t.part('002 3.4 social catalog disconnect');
  t.is('disconnect', (await t.send(admin, `DELETE ${base}/oauth`)).status, 200);
  t.has('status', await t.ok(admin, `GET ${base}/status`), { connected: false });
  await t.refused(admin, 'and nothing can be asked of it', `GET ${base}/businesses`, undefined, 409);
  await control(world.sandboxes.social);
  await settings({ 'tax.prices_include_tax': false });
};
