import { eventually } from '../_support/eventually.js';
import { data } from '../_support/shop.js';
import { MERCHANT_SECRET } from './deployment.js';
import { consented, control, firstVariant, newProduct, type Product, unique } from './marketplace.js';
import {
  bool,
  exactly,
  filled,
  int,
  iso,
  list,
  listOf,
  matching,
  object,
  oneOf,
  orNull,
  text,
} from './shapes.js';
import { clientsOf, type Table } from './world.js';

const base = '/admin/merchant-feed';
const NOBODY = '0190aaaa-0000-7000-8000-000000000000';
const MERCHANT = '4711';

const syncStatus = oneOf('synced', 'pending', 'failed', 'skipped', 'deleted', 'never_synced');
const configured = oneOf('configured', 'missing');
const statusShape = {
  connected: bool,
  accountId: orNull(filled),
  connectedAt: orNull(iso),
  scope: orNull(filled),
  syncEnabled: bool,
  configuration: { oauthClient: configured, feed: configured, missingKeys: listOf(filled) },
  merchantAccount: orNull(object),
  dataSource: orNull(object),
  counts: { synced: int, pending: int, failed: int, skipped: int, deleted: int, outboxPending: int },
};
const summaryShape = {
  variantId: filled,
  productId: filled,
  productTitle: filled,
  productSlug: filled,
  productStatus: oneOf('draft', 'active', 'archived'),
  productVisibility: oneOf('public', 'private'),
  sku: orNull(text),
  price: orNull(int),
  thumbnail: orNull(text),
  syncStatus,
  googleProductId: orNull(filled),
  lastPushedAt: orNull(iso),
  lastError: orNull(text),
  attempts: int,
};

interface Status {
  connected: boolean;
  connectedAt: string | null;
  configuration: { oauthClient: string; feed: string; missingKeys: string[] };
  merchantAccount: Record<string, unknown> | null;
  dataSource: Record<string, unknown> | null;
  counts: Record<string, number>;
}
interface Item {
  variantId: string;
  syncStatus: string;
  googleProductId: string | null;
  lastPushedAt: string | null;
  lastError: string | null;
  attempts: number;
  eligibility: { eligible: boolean; reason: string | null };
  mappedProductInput: { offerId: string; productAttributes: Record<string, unknown> } | null;
  syncState: Record<string, unknown> | null;
}

/** Consent, and what is refused on the way; ends with a feed that is connected. */
export const merchantConnection: Table = async (t, world) => {
  const { admin } = clientsOf(t, world);
  const settings = (values: object) => t.ok(admin, 'PATCH /admin/settings/admin', values);
  t.part('002 4.4 merchant feed before it is connected');
  const before = await t.ok<Status>(admin, `GET ${base}/status`);
  t.shape('status', before, statusShape);
  t.has('status', before, {
    connected: false,
    accountId: null,
    connectedAt: null,
    scope: null,
    merchantAccount: null,
    dataSource: null,
    'configuration.oauthClient': 'missing',
    'configuration.feed': 'missing',
  });
  t.is(
    'keys that are blank',
    ['oauth_client_id', 'oauth_client_secret', 'merchant_id'].every((key) =>
      before.configuration.missingKeys.includes(key),
    ),
    true,
  );
  const blank = await t.refused(
    admin,
    'client id and secret are blank',
    `GET ${base}/oauth/start`,
    undefined,
    400,
    { code: 'merchant_feed_misconfigured' },
  );
  t.holds(
    'says which',
    blank.body.message.includes('oauth_client_id') && blank.body.message.includes('oauth_client_secret'),
    blank.body.message,
  );
  await t.lines(admin, [
    ['not connected', `GET ${base}/data-sources`, 409],
    ['not connected', `POST ${base}/register-developer`, 409],
    ['not connected', `GET ${base}/items/${NOBODY}`, 404],
  ]);
  t.is('disconnect', await t.ok(admin, `DELETE ${base}/oauth`), { disconnected: true });
  await settings({ 'merchant_feed.oauth_client_id': 'haat.apps.sandbox' });
  await t.refused(admin, 'the secret is blank', `GET ${base}/oauth/start`, undefined, 400, {
    code: 'merchant_feed_misconfigured',
  });
  await settings({
    'merchant_feed.oauth_client_secret': MERCHANT_SECRET,
    'merchant_feed.merchant_id': MERCHANT,
    'merchant_feed.storefront_base_url': 'https://store.example.com',
    'merchant_feed.storefront_product_path': '/products/{slug}',
    'merchant_feed.data_source_id': '1001',
    'merchant_feed.sync_interval_seconds': 0,
  });
  t.has('configured', await t.ok(admin, `GET ${base}/status`), {
    'configuration.oauthClient': 'configured',
    'configuration.feed': 'configured',
    'configuration.missingKeys': [],
  });

  t.part('002 4.4 merchant feed consent');
  const start = async () => (await t.ok<{ authUrl: string }>(admin, `GET ${base}/oauth/start`)).authUrl;
  const authUrl = await start();
  const query = new URL(authUrl).searchParams;
  for (const [name, value] of [
    ['access_type', 'offline'],
    ['prompt', 'consent'],
    ['response_type', 'code'],
    ['client_id', 'haat.apps.sandbox'],
  ] as const)
    t.is(`consent address: ${name}`, query.get(name), value);
  t.holds('consent address: state', (query.get('state') ?? '').length >= 20, query.get('state'));
  t.holds(
    'each start has a state of its own',
    new URL(await start()).searchParams.get('state') !== query.get('state'),
  );
  const invalid = { code: 'merchant_feed_oauth_state_invalid' };
  await t.refused(t.http, 'no state', `GET ${base}/oauth/callback?code=x`, undefined, 400, invalid);
  await t.refused(
    t.http,
    'a state that nobody got',
    `GET ${base}/oauth/callback?code=x&state=nonsense`,
    undefined,
    400,
    invalid,
  );
  const denied = await t.refused(
    t.http,
    'denied',
    `GET ${await consented(await start(), 'deny')}`,
    undefined,
    400,
    { code: 'merchant_feed_oauth_exchange_failed' },
  );
  t.holds(
    'with the error of the provider',
    denied.body.message.includes('access_denied'),
    denied.body.message,
  );
  const state = new URL(await start()).searchParams.get('state') ?? '';
  const exchange = await t.refused(
    t.http,
    'a code that the provider refuses',
    `GET ${base}/oauth/callback?code=nonsense&state=${state}`,
    undefined,
    400,
    { code: 'merchant_feed_oauth_exchange_failed' },
  );
  t.holds('with its reason', /auth code|invalid_grant/i.test(exchange.body.message), exchange.body.message);
  await t.refused(
    t.http,
    'the state is spent',
    `GET ${base}/oauth/callback?code=x&state=${state}`,
    undefined,
    400,
    invalid,
  );
  const soon = await consented(await start());
  t.is('a consent, without a session', (await t.ok<object>(t.http, `GET ${soon}`)) as unknown, {
    connected: true,
  });
  await t.refused(t.http, 'a second time', `GET ${soon}`, undefined, 400, invalid);
  const after = await t.ok<Status>(admin, `GET ${base}/status`);
  t.shape('connected', after, statusShape);
  t.has('connected', after, { connected: true, connectedAt: iso, scope: filled, accountId: filled });
  const read = await eventually(async () => {
    const { body } = await t.send<Status>(admin, `GET ${base}/status`);
    if (!body.data.merchantAccount || !body.data.dataSource?.['name'])
      throw new Error('The account is not read yet');
    return body.data;
  });
  t.shape('account', read.merchantAccount, {
    merchantId: exactly(MERCHANT),
    name: filled,
    websiteUrl: orNull(text),
    reachable: exactly(true),
    readAt: iso,
  });
  t.shape('data source', read.dataSource, { dataSourceId: exactly('1001'), name: filled });

  t.part('002 4.4 register the developer');
  t.has('repeated', await t.ok(admin, `POST ${base}/register-developer`), {
    registered: true,
    alreadyRegistered: true,
    message: filled,
  });

  t.part('002 4.4 data sources');
  interface Source {
    id: string;
    name: string;
    input: string | null;
    isPrimary: boolean;
  }
  const sourceShape = {
    id: matching(/^\d+$/),
    name: matching(/^accounts\/4711\/dataSources\/\d+$/),
    displayName: filled,
    input: orNull(oneOf('API', 'FILE', 'UI')),
    isPrimary: bool,
    contentLanguage: orNull(text),
    feedLabel: orNull(text),
  };
  const sources = await t.ok<Source[]>(admin, `GET ${base}/data-sources`);
  for (const source of sources) t.shape(`source ${source.id}`, source, sourceShape);
  const displayName = `Feed ${unique()}`;
  const made = await t.ok<Source>(admin, `POST ${base}/data-sources`, { displayName }, 201);
  t.shape('created', made, sourceShape);
  t.has('created', made, {
    displayName,
    input: 'API',
    isPrimary: true,
    contentLanguage: 'en',
    feedLabel: 'IN',
  });
  t.has(
    'with what is sent',
    await t.ok(
      admin,
      `POST ${base}/data-sources`,
      { displayName: 'x'.repeat(80), contentLanguage: 'hi', feedLabel: 'IN_2-A', countries: ['IN'] },
      201,
    ),
    { contentLanguage: 'hi', feedLabel: 'IN_2-A' },
  );
  const listed = await eventually(async () => {
    const { body } = await t.send<Source[]>(admin, `GET ${base}/data-sources?refresh=true`);
    if (!body.data?.some(({ id }) => id === made.id)) throw new Error('The new source is not listed');
    return body.data;
  }).catch(() => []);
  t.is(
    'and it is listed',
    listed.some(({ id }) => id === made.id),
    true,
  );
  await t.lines(admin, [
    ['no name', `POST ${base}/data-sources`, {}, 400, 'at:body.displayName'],
    ['an empty name', `POST ${base}/data-sources`, { displayName: '' }, 400, 'at:body.displayName'],
    [
      'a name of 81',
      `POST ${base}/data-sources`,
      { displayName: 'x'.repeat(81) },
      400,
      'at:body.displayName',
    ],
    [
      'a label in small letters',
      `POST ${base}/data-sources`,
      { displayName: 'x', feedLabel: 'in' },
      400,
      'at:body.feedLabel',
    ],
    [
      'a label with spaces',
      `POST ${base}/data-sources`,
      { displayName: 'x', feedLabel: 'I N' },
      400,
      'at:body.feedLabel',
    ],
    [
      'eleven countries',
      `POST ${base}/data-sources`,
      { displayName: 'x', countries: ['IN', 'US', 'GB', 'DE', 'FR', 'IT', 'ES', 'PL', 'NL', 'BE', 'AT'] },
      400,
      'at:body.countries',
    ],
    [
      'a country that is none',
      `POST ${base}/data-sources`,
      { displayName: 'x', countries: ['India'] },
      400,
      'at:body.countries',
    ],
  ]);
};

/** Items of a connected feed. */
export const merchantItems: Table = async (t, world) => {
  const { admin, vendor } = clientsOf(t, world);
  const word = unique();
  await control(world.sandboxes.merchant, { visibilityMs: 0 });
  const make = (title: string, fields: object = {}) =>
    newProduct(
      vendor,
      {
        title: `${title} ${word}`,
        thumbnail: 'media/platform/lamp.png',
        description: 'A lamp',
        variants: [{ price: 12_345, sku: `${title}_${word}%`, weight: 100 }],
        ...fields,
      },
      5,
    );
  const lamp = await make('Lamp');
  const other = await make('Other');
  const draft = await make('Draft', { status: 'draft' });
  const hidden = await make('Private', { visibility: 'private' });
  const archived = await make('Archived', { status: 'archived' });
  const idOf = (product: Product) => firstVariant(product).id;
  const item = (id: string) => t.ok<Item>(admin, `GET ${base}/items/${id}`);
  const inState = (id: string, status: string, timeoutMs?: number) =>
    eventually(async () => {
      const { body } = await t.send<Item>(admin, `GET ${base}/items/${id}`);
      if (body.data.syncStatus !== status)
        throw new Error(`${id} is ${body.data.syncStatus} (${body.data.lastError})`);
      return body.data;
    }, timeoutMs);

  const listedAs = async (status: string) =>
    Number((await t.send(admin, `GET ${base}/items?limit=1&status=${status}`)).body.metadata?.['total']);
  /** The counts of the status follow the list within seconds. */
  const counted = async (name: string) => {
    let [found, listed]: unknown[] = [];
    await eventually(async () => {
      listed = await listedAs(name);
      found = (await t.send<Status>(admin, `GET ${base}/status`)).body.data.counts[name];
      if (found !== listed) throw new Error(`${name} is ${String(found)}`);
    }).catch(() => undefined);
    t.is(`counts: ${name}`, found, listed);
  };

  t.part('002 4.4 first bootstrap');
  const first = await t.send<{ enqueuedVariants: number; warnings?: unknown[] }>(
    admin,
    `POST ${base}/bootstrap`,
  );
  t.is('a feed that is connected and configured starts', first.status, 202);
  t.shape('first bootstrap', first.body.data, { enqueuedVariants: int });
  t.is('and says what to look at', first.body.data?.warnings, ['price_excludes_tax']);
  await t.ok(admin, 'PATCH /admin/settings/admin', {
    'tax.prices_include_tax': true,
    'merchant_feed.shipping_configured': true,
  });
  const started = await t.ok<{ enqueuedVariants: number }>(admin, `POST ${base}/bootstrap`, undefined, 202);
  t.shape('bootstrap', started, { enqueuedVariants: int, warnings: listOf(filled) });
  const listing = await t.send(admin, `GET ${base}/items?eligibleOnly=true&limit=1`);
  t.is('it takes each eligible variant', started.enqueuedVariants, listing.body.metadata?.['total']);
  const synced = await inState(idOf(lamp), 'synced');
  t.has('pushed', synced, { googleProductId: `en~IN~${idOf(lamp)}`, lastPushedAt: iso, lastError: null });

  t.part('002 2.3 merchant item');
  t.shape('detail', synced, {
    ...summaryShape,
    variant: {
      id: filled,
      sku: orNull(text),
      price: orNull(int),
      specialPrice: orNull(int),
      thumbnail: orNull(text),
    },
    product: {
      id: filled,
      title: filled,
      slug: filled,
      status: filled,
      visibility: filled,
      thumbnail: orNull(text),
    },
    inventory: { trackInventory: bool, quantityOnHand: int, reservedQuantity: int, allowBackorder: bool },
    syncState: {
      status: syncStatus,
      googleProductId: orNull(filled),
      lastPushedHash: orNull(filled),
      lastPushedAt: orNull(iso),
      lastError: orNull(text),
      attempts: int,
    },
    eligibility: { eligible: bool, reason: orNull(text) },
    mappedProductInput: object,
  });
  t.has('detail', synced, {
    price: 12_345,
    thumbnail: 'media/platform/lamp.png',
    'eligibility.eligible': true,
    'eligibility.reason': null,
    'inventory.quantityOnHand': 5,
  });
  t.has('price', synced.mappedProductInput, {
    'productAttributes.price.amountMicros': '123450000',
    'productAttributes.price.currencyCode': 'INR',
    offerId: idOf(lamp),
  });
  t.holds(
    'the address of the product',
    JSON.stringify(synced.mappedProductInput).includes(`https://store.example.com/products/${lamp.slug}`),
    synced.mappedProductInput,
  );
  for (const [what, product] of [
    ['a draft', draft],
    ['a private product', hidden],
    ['an archived product', archived],
  ] as const) {
    const found = await item(idOf(product));
    t.is(
      `${what} is not eligible`,
      [found.eligibility.eligible, found.eligibility.reason !== null],
      [false, true],
    );
    // The bootstrap looks at it as well, and passes it over.
    const settled = await eventually(async () => {
      const { syncStatus } = await item(idOf(product));
      if (!['never_synced', 'skipped'].includes(syncStatus)) throw new Error(`It is ${syncStatus}`);
      return syncStatus;
    }).catch(String);
    t.is(`${what} was never pushed`, ['never_synced', 'skipped'].includes(settled) || settled, true);
  }
  await t.lines(admin, [
    ['unknown', `GET ${base}/items/${NOBODY}`, 404],
    ['malformed', `GET ${base}/items/nonsense`, 404],
    ['unknown', `GET ${base}/items/${NOBODY}/google-status`, 404],
    ['unknown', `POST ${base}/items/${NOBODY}/resync`, 404],
    ['unknown', `POST ${base}/items/${NOBODY}/delete-from-google`, 404],
  ]);

  t.part('002 4.4 live status');
  const live = await t.ok<{ found: boolean; issues: object[]; destinationStatuses: object[] }>(
    admin,
    `GET ${base}/items/${idOf(lamp)}/google-status`,
  );
  t.shape('found', live, {
    found: exactly(true),
    productName: matching(/^accounts\/4711\/products\//),
    productStatus: orNull(object),
    issues: list,
    destinationStatuses: list,
  });
  t.has('name', live, { productName: `accounts/4711/products/en~IN~${idOf(lamp)}` });
  t.has('never pushed', await t.ok(admin, `GET ${base}/items/${idOf(draft)}/google-status`), {
    found: false,
    productName: null,
    issues: [],
    destinationStatuses: [],
  });
  if (live.destinationStatuses[0])
    t.shape('a destination', live.destinationStatuses[0], {
      reportingContext: filled,
      approvedCountries: list,
      pendingCountries: list,
      disapprovedCountries: list,
    });
  await control(world.sandboxes.merchant, {
    issues: {
      [idOf(lamp)]: [
        {
          code: 'image_link_broken',
          severity: 'DISAPPROVED',
          attribute: 'image_link',
          description: 'Broken',
        },
      ],
    },
  });
  const troubled = await t.ok<{ issues: object[] }>(admin, `GET ${base}/items/${idOf(lamp)}/google-status`);
  t.shape('an issue', troubled.issues[0], {
    code: orNull(filled),
    attribute: orNull(text),
    reportingContext: orNull(text),
    description: orNull(text),
    detail: orNull(text),
    severity: orNull(text),
    documentation: orNull(text),
    resolution: orNull(text),
  });
  t.has('an issue', troubled.issues[0], { code: 'image_link_broken', severity: 'DISAPPROVED' });

  t.part('002 4.4 resync and delete');
  t.is('resync', await t.ok(admin, `POST ${base}/items/${idOf(other)}/resync`, undefined, 201), {
    variantId: idOf(other),
    enqueued: true,
  });
  await inState(idOf(other), 'synced');
  t.is('delete', await t.ok(admin, `POST ${base}/items/${idOf(other)}/delete-from-google`, undefined, 202), {
    variantId: idOf(other),
    enqueued: true,
  });
  // What was changed before, a setting for instance, may send it once more.
  const isDeleted = async () => {
    const { googleProductId } = await inState(idOf(other), 'deleted', 2_000);
    const { body } = await t.send<Item[]>(admin, `GET ${base}/items?search=${idOf(other)}&status=deleted`);
    if (body.data.length !== 1) throw new Error('It is not listed as deleted');
    return googleProductId;
  };
  const left = await eventually(() =>
    isDeleted().catch(async (error: unknown) => {
      await t.send(admin, `POST ${base}/items/${idOf(other)}/delete-from-google`);
      throw error;
    }),
  );
  t.is('a deleted item has no remote product, and is listed as deleted', left, null);
  t.is('the product itself stays', (await t.send(vendor, `GET /vendor/products/${other.id}`)).status, 200);
  t.is(
    'a delete of what was never pushed',
    (await t.send(admin, `POST ${base}/items/${idOf(hidden)}/delete-from-google`)).status,
    202,
  );
  const equal = await item(idOf(lamp));
  await t.ok(admin, `POST ${base}/items/${idOf(lamp)}/resync`, undefined, 201);
  // Behind it in the outbox: once this one is pushed, the equal one was looked at.
  const marker = await make('Marker');
  await t.ok(admin, `POST ${base}/items/${idOf(marker)}/resync`, undefined, 201);
  await inState(idOf(marker), 'synced');
  const same = await inState(idOf(lamp), 'synced');
  t.is('an equal payload is not pushed again', same.lastPushedAt, equal.lastPushedAt);

  t.part('002 3.2 failed and skipped');
  const broken = await make('Broken');
  await control(world.sandboxes.merchant, { refuse: { [idOf(broken)]: 'The title is not acceptable' } });
  await t.ok(admin, `POST ${base}/items/${idOf(broken)}/resync`, undefined, 201);
  const failed = await inState(idOf(broken), 'failed');
  t.holds(
    'with the message of the remote side',
    failed.lastError?.includes('The title is not acceptable') === true,
    failed.lastError,
  );
  const errors = await t.page<Record<string, unknown>>(admin, `GET ${base}/errors`, { limit: 50 });
  t.shape(
    'a failed item',
    errors.find(({ variantId }) => variantId === idOf(broken)),
    {
      variantId: filled,
      googleProductId: orNull(filled),
      attempts: int,
      lastError: filled,
      lastPushedAt: orNull(iso),
      updatedAt: iso,
    },
  );
  await counted('failed');
  await control(world.sandboxes.merchant, { refuse: {} });
  t.is(
    'failed ones are sent again',
    await t.ok(admin, `POST ${base}/items/bulk/resync-failed`, undefined, 202),
    { enqueued: errors.length },
  );
  await inState(idOf(broken), 'synced');
  t.is('none are left', await t.ok(admin, `POST ${base}/items/bulk/resync-failed`, undefined, 202), {
    enqueued: 0,
  });
  await t.ok(admin, `POST ${base}/items/${idOf(draft)}/resync`, undefined, 201);
  const skipped = await inState(idOf(draft), 'skipped');
  t.holds('a skipped one says why', skipped.lastError !== null, skipped);
  await counted('skipped');
  // Others may be skipped meanwhile, never fewer.
  const skippedOnes = await listedAs('skipped');
  const again = await t.ok<{ enqueued: number }>(
    admin,
    `POST ${base}/items/bulk/resync-skipped`,
    undefined,
    202,
  );
  t.holds('skipped ones are looked at again', skippedOnes > 0 && again.enqueued >= skippedOnes, again);

  t.part('002 4.4 item list');
  const rows = await t.page<Item>(admin, `GET ${base}/items?limit=100`, { limit: 100 });
  t.shape('a row', rows[0], summaryShape);
  const places = rows.map(({ lastPushedAt, variantId }) => [lastPushedAt ?? '', variantId] as const);
  t.is(
    'latest pushes first, then by id',
    places.every(
      ([pushed, id], n) =>
        n === 0 ||
        pushed < (places[n - 1]?.[0] ?? '') ||
        (pushed === places[n - 1]?.[0] && id > (places[n - 1]?.[1] ?? '')),
    ),
    true,
  );
  await t.page(admin, `GET ${base}/items`, { limit: 50 });
  const found = async (query: string) =>
    (await t.page<Item & { productTitle: string }>(admin, `GET ${base}/items?${query}`))
      .map(({ productTitle }) => productTitle.split(' ')[0])
      .sort()
      .join(' ');
  for (const [what, query, wanted] of [
    ['a title, in any case', `search=${encodeURIComponent(`LAMP ${word}`)}`, 'Lamp'],
    ['a slug', `search=${lamp.slug}`, 'Lamp'],
    ['a SKU', `search=Lamp_${word}`, 'Lamp'],
    ['an id', `search=${idOf(lamp)}`, 'Lamp'],
    [
      'a percent sign is a character',
      `search=${encodeURIComponent(`${word}%`)}`,
      'Archived Broken Draft Lamp Marker Other Private',
    ],
    ['and no wildcard', `search=${encodeURIComponent(`Lamp%${word}`)}`, ''],
    ['nor is an underscore', `search=${encodeURIComponent(`Lamp ${word.slice(0, 3)}_${word.slice(4)}`)}`, ''],
    ['synced ones', `search=${idOf(lamp)}&status=synced`, 'Lamp'],
    ['no failed one', `search=${idOf(lamp)}&status=failed`, ''],
    ['eligible ones', `search=${word}&eligibleOnly=true`, 'Broken Lamp Marker Other'],
    [
      'eligible or not',
      `search=${word}&eligibleOnly=false`,
      'Archived Broken Draft Lamp Marker Other Private',
    ],
  ] as const)
    t.is(what, await found(query), wanted);
  await t.lines(admin, [
    ['limit 0', `GET ${base}/items?limit=0`, 400, 'at:query.limit'],
    ['limit 101', `GET ${base}/items?limit=101`, 400, 'at:query.limit'],
    ['page 0', `GET ${base}/items?page=0`, 400, 'at:query.page'],
    ['another status', `GET ${base}/items?status=lost`, 400, 'at:query.status'],
    ['no boolean', `GET ${base}/items?eligibleOnly=maybe`, 400, 'at:query.eligibleOnly'],
    ['limit 0', `GET ${base}/errors?limit=0`, 400, 'at:query.limit'],
    ['limit 201', `GET ${base}/errors?limit=201`, 400, 'at:query.limit'],
    ['page 0', `GET ${base}/errors?page=0`, 400, 'at:query.page'],
  ]);
  await t.page(admin, `GET ${base}/items?limit=1&page=2`, { limit: 1, offset: 1 });
  await t.page(admin, `GET ${base}/errors?limit=200`, { limit: 200 });

  t.part('002 7 merchant API failures');
  await control(world.sandboxes.merchant, { failNext: 20 });
  await t.refused(
    admin,
    'the merchant API fails',
    `GET ${base}/items/${idOf(lamp)}/google-status`,
    undefined,
    500,
  );
  await control(world.sandboxes.merchant);
  await control(world.sandboxes.merchant, { accountAccess: false });
  const blind = await eventually(async () => {
    const { body } = await t.send<Status>(admin, `GET ${base}/status?refresh=true`);
    if (body.data?.merchantAccount?.['reachable'] !== false) throw new Error('still reachable');
    return body.data;
  }).catch(() => undefined);
  t.is(
    'a grant without access to the account is not reachable',
    blind?.merchantAccount?.['reachable'],
    false,
  );
  await control(world.sandboxes.merchant);

  t.part('002 3.4 merchant feed disconnect');
  t.is('disconnect', await t.ok(admin, `DELETE ${base}/oauth`), { disconnected: true });
  t.has('status', await t.ok(admin, `GET ${base}/status`), { connected: false, merchantAccount: null });
  t.is('what was pushed is remembered', (await item(idOf(lamp))).googleProductId, `en~IN~${idOf(lamp)}`);
  await t.refused(
    admin,
    'and nothing can be asked of it',
    `GET ${base}/items/${idOf(lamp)}/google-status`,
    undefined,
    409,
  );
  t.is('once more', await t.ok(admin, `DELETE ${base}/oauth`), { disconnected: true });
  data(await admin.patch('/admin/settings/admin', { 'tax.prices_include_tax': false }));
};
