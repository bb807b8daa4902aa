import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createCatalogSelectionActivities } from '#plugins/social-catalog/activities/catalog-selection.activities.js';
import { createSocialCatalogService } from '#plugins/social-catalog/api/social-catalog.service.js';
import { systemContext } from '#domain/_shared/context.js';
import { createSocialRemote } from '#plugins/social-catalog/operations/social-remote.js';
import { eventually } from '../_support/eventually.js';
import { data } from '../_support/shop.js';
import { createTestClock } from '../_support/test-clock.js';
import { consented } from '../merchant-feed/merchant-shop.js';
import { BUSINESS_ID, CATALOG_ID, mainCatalog, type SocialShop, startSocialShop } from './social-shop.js';

interface Status {
  connected: boolean;
  reconnectRequired: boolean;
  scope: string | null;
  waitsFor: string | null;
  selection: { tokenKind: string | null; status: string; catalogId: string | null };
}

const clock = createTestClock();
let shop: SocialShop;
beforeAll(async () => {
  shop = await startSocialShop({ clock });
});
afterAll(() => shop.stop());
beforeEach(() => {
  clock.shift(0);
  shop.social.resetControls();
});

const path = '/admin/social-catalog';
const status = async () => data(await shop.asAdmin.get<Status>(`${path}/status`));
const INVALID = 'social_catalog_oauth_state_invalid';

describe('the consent of the social catalog', () => {
  it('needs the app, and names every missing key', async () => {
    data(
      await shop.asAdmin.patch<unknown>('/admin/settings/admin', {
        'social.app_id': '',
        'social.app_secret': '',
      }),
    );
    const refused = await shop.asAdmin.get(`${path}/oauth/start`);
    expect(refused).toMatchObject({
      status: 400,
      body: { errorCode: 'social_catalog_misconfigured', missingKeys: ['app_id', 'app_secret'] },
    });
    const secret = { 'social.app_id': '123456789', 'social.app_secret': 'social-sandbox-app-secret-0000' };
    data(await shop.asAdmin.patch<unknown>('/admin/settings/admin', secret));
  });

  it('oauth-state: belongs to the browser that began, and is used once', async () => {
    const { authUrl, cookie } = await shop.start();
    expect(new URL(authUrl).searchParams.get('scope')).toBe('catalog_management,business_management');
    const back = await consented(authUrl);
    expect(await shop.http.get(back)).toMatchObject({ status: 400, body: { errorCode: INVALID } });

    const other = await shop.start();
    const stranger = await consented(other.authUrl);
    expect(await shop.http.get(stranger, { cookie: `${cookie}x` })).toMatchObject({
      status: 400,
      body: { errorCode: INVALID },
    });

    const mine = await shop.start();
    const response = await consented(mine.authUrl);
    expect((await shop.http.get(response, { cookie: mine.cookie })).status).toBe(200);
    expect((await shop.http.get(response, { cookie: mine.cookie })).body.errorCode).toBe(INVALID);
  });

  it('oauth-state: a consent that is begun in a second tab leaves the one of the first tab good', async () => {
    const [first, second] = [await shop.start(), await shop.start()];
    const cookie = `${first.cookie}; ${second.cookie}`;
    expect((await shop.http.get(await consented(first.authUrl), { cookie })).status).toBe(200);
    expect((await shop.http.get(await consented(second.authUrl), { cookie })).status).toBe(200);
  });

  it('oauth-state: one that is denied or expired does not connect', async () => {
    const { authUrl, cookie } = await shop.start();
    const denied = await shop.http.get(await consented(authUrl, 'deny'), { cookie });
    expect(denied).toMatchObject({
      status: 400,
      body: { errorCode: 'social_catalog_oauth_exchange_failed' },
    });
    const late = await shop.start();
    const back = await consented(late.authUrl);
    clock.shift(11 * 60_000);
    expect((await shop.http.get(back, { cookie: late.cookie })).body.errorCode).toBe(INVALID);
  });
});

it('the consent leads to the admin interface where that has an address', async () => {
  const { container } = shop;
  const config = { ...container.config, PUBLIC_ADMIN_URL: 'https://admin.example.com' };
  const ctx = systemContext({ name: 'test' }, clock.now());
  const social = createSocialCatalogService({ ...container, config });
  const back = new URL(await consented(await social.startOauth(ctx, 'browser')), 'http://localhost');
  const address = await social.finishOauth(ctx, Object.fromEntries(back.searchParams), 'browser');
  expect(address).toBe('https://admin.example.com/settings/social?connected=1');
});

describe('a connection of the social catalog', () => {
  it('has a user token, and waits for a catalog', async () => {
    expect((await shop.consent()).status).toBe(200);
    expect(await status()).toMatchObject({
      connected: true,
      scope: 'catalog_management,business_management',
      waitsFor: 'no catalog is selected',
      selection: { tokenKind: 'user', status: 'none' },
    });
    const { client } = shop.container.gateway;
    await eventually(async () =>
      expect(await client.workflow.getHandle('feeds-connect-social').query('step')).toBe(
        'waiting for a catalog',
      ),
    );
  });

  it('lists businesses with their own catalogs and those of clients', async () => {
    const businesses = data(
      await shop.asAdmin.get<{ id: string; ownedCatalogs: unknown[]; clientCatalogs: unknown[] }[]>(
        `${path}/businesses`,
      ),
    );
    expect(
      businesses.map(({ id, ownedCatalogs, clientCatalogs }) => [
        id,
        ownedCatalogs.length,
        clientCatalogs.length,
      ]),
    ).toEqual([
      [BUSINESS_ID, 2, 1],
      ['9002', 1, 0],
    ]);
    shop.social.control({ businesses: false });
    expect(data(await shop.asAdmin.get<unknown[]>(`${path}/businesses`))).toEqual([]);
  });

  it('refuses a catalog of another business with the reason', async () => {
    const refused = await shop.select({ ...mainCatalog, catalogId: '7004' });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        reason: 'social_catalog.catalog_refused',
        message: 'The catalog cannot be selected: it is not a catalog of the business',
      },
    });
    shop.social.control({ acceptedTasks: [] });
    const task = await shop.select();
    expect(task.status).toBe(400);
    expect(task.body.message).toContain('MANAGE is not a task of the catalog');
    expect((await shop.select({ ...mainCatalog, businessId: 'x' })).body.errorCode).toBe('VALIDATION_ERROR');
  });

  it('selects a catalog with one system user and a token that does not expire, however often', async () => {
    const first = await shop.select();
    expect(first.status).toBe(200);
    const { systemUserId } = data(first);
    expect(shop.social.systemUsers(BUSINESS_ID)).toHaveLength(1);
    expect(await status()).toMatchObject({
      waitsFor: expect.stringContaining('bootstrap'),
      selection: { tokenKind: 'system_user', status: 'selected', catalogId: CATALOG_ID },
    });
    const settings = data(await shop.asAdmin.get<Record<string, unknown>>('/admin/settings/admin'));
    expect(settings).toMatchObject({
      'social.business_id': BUSINESS_ID,
      'social.catalog_id': CATALOG_ID,
      'social.system_user_id': systemUserId,
      'social.token_kind': 'system_user',
    });
    const again = data(
      await shop.select({ ...mainCatalog, catalogId: '7002', catalogName: 'Second catalog' }),
    );
    expect(again.systemUserId).toBe(systemUserId);
    expect(data(await shop.select()).status).toBe('selected');
    expect(shop.social.systemUsers(BUSINESS_ID)).toHaveLength(1);
  });

  /** Selects a catalog while calls fail or lose their response, all of which have to come to pass. */
  async function selectWith(
    faults: Parameters<typeof shop.social.control>[0],
    choice: object,
  ): Promise<void> {
    shop.social.control(faults);
    expect(data(await shop.select(choice)).status).toBe('selected');
    const left = (await (await fetch(`${shop.social.url}/_control`)).json()) as Record<string, unknown>;
    expect(left).toMatchObject({ spareNext: 0, failNext: 0, loseNext: 0 });
    shop.social.resetControls();
  }

  it('select-catalog-killed: a step that ends before or after its effect leaves one system user, one token that works', async () => {
    // Eight calls: own catalogs on two pages, those of clients, system users, assignment, installation, token, catalog.
    for (let step = 0; step < 8; step += 1) {
      // Before its effect where there is one: assignment, installation, token.
      const faults = step > 3 && step < 7 ? [{ failNext: 1 }, { loseNext: 1 }] : [{ loseNext: 1 }];
      for (const fault of faults) await selectWith({ spareNext: step, ...fault }, mainCatalog);
    }
    // The fourth call for a business without a system user makes it.
    const another = { ...mainCatalog, businessId: '9002', catalogId: '7004' };
    for (const fault of [{ failNext: 1 }, { loseNext: 1 }])
      await selectWith({ spareNext: 3, ...fault }, another);
    expect(shop.social.systemUsers('9002')).toHaveLength(1);
    expect(data(await shop.select()).status).toBe('selected');
    expect(shop.social.systemUsers(BUSINESS_ID)).toHaveLength(1);
    expect(await status()).toMatchObject({ started: false, selection: { status: 'selected' } });
  });

  it('select-catalog-killed: a step that is run again after its transaction mints no other token', async () => {
    const { generation, selection } = (await shop.container
      .knex('feeds_connections')
      .where({ feed: 'social' })
      .first()) as { generation: number; selection: number };
    const steps = createCatalogSelectionActivities({
      ...shop.container,
      remote: createSocialRemote(shop.container),
    });
    const [user] = shop.social.systemUsers(BUSINESS_ID);
    const before = shop.social.tokens().length;
    const origin = { actor: { type: 'system' as const, id: 'test' }, requestId: 'test' };
    await steps.storeCatalogToken({ generation, selection, origin, systemUserId: user?.id ?? '' });
    expect(shop.social.tokens()).toHaveLength(before);
  });

  it('is selected later on, with 202, when that takes longer than a request waits', async () => {
    shop.social.control({ hold: true });
    const response = await shop.select();
    expect(response.status).toBe(202);
    expect(data(response)).toMatchObject({ status: 'requested', systemUserId: null });
    shop.social.resetControls();
    await eventually(async () => expect(await status()).toMatchObject({ selection: { status: 'selected' } }));
  });

  it('whose token dies asks for another consent, whatever the HTTP status', async () => {
    shop.social.control({ tokenErrorStatus: 401 });
    shop.social.endTokens();
    expect((await shop.asAdmin.get(`${path}/businesses`)).status).toBe(500);
    expect(await status()).toMatchObject({ connected: true, reconnectRequired: true });
    expect((await shop.asAdmin.get(`${path}/businesses`)).status).toBe(409);
    expect((await shop.select()).status).toBe(409);
    expect((await shop.consent()).status).toBe(200);
    expect(await status()).toMatchObject({ reconnectRequired: false, selection: { tokenKind: 'user' } });
  });

  it('reminds its operators after a day, and a week before the user token expires', async () => {
    expect(data(await shop.asAdmin.delete<unknown>(`${path}/oauth`))).toEqual({ disconnected: true });
    await shop.consent();
    const templates = async () =>
      ((await shop.container.knex('mail_messages').select('template')) as { template: string }[]).map(
        ({ template }) => template,
      );
    clock.shift(25 * 3_600_000);
    data(
      await shop
        .select({ ...mainCatalog, catalogId: '7004' })
        .then(() => shop.asAdmin.get<unknown>(`${path}/status`)),
    );
    await eventually(async () => expect(await templates()).toContain('feed.catalog_reminder'));
    clock.shift(54 * 86_400_000);
    await shop.select({ ...mainCatalog, catalogId: '7004' });
    await eventually(async () => expect(await templates()).toContain('feed.token_expiring'));
  });

  it('ends at once, and its token is revoked', async () => {
    expect(data(await shop.asAdmin.delete<unknown>(`${path}/oauth`))).toEqual({ disconnected: true });
    expect(data(await shop.asAdmin.delete<unknown>(`${path}/oauth`))).toEqual({ disconnected: true });
    expect(await status()).toMatchObject({ connected: false, selection: { tokenKind: null } });
    await eventually(async () => expect(await shop.container.knex('feeds_revocations')).toEqual([]));
  });
});
