import { holdPermissions, holdSessions } from './access.js';
import { clientsOf, type Table } from './world.js';

const NOBODY = '0190aaaa-0000-7000-8000-000000000000';

export const shippingAccess: Table = async (t, world) => {
  const { customer } = clientsOf(t, world);
  t.part('002 5 permissions');
  const vendorConfig = [`/admin/vendors/${NOBODY}/shipping/config`, `/admin/vendors/${NOBODY}/tax/config`];
  const merchant = '/admin/merchant-feed';
  const social = '/admin/social-catalog';
  await holdPermissions(t, world, [
    ['platformVendorSetting:read', ...vendorConfig.map((path) => `GET ${path}`)],
    ['platformVendorSetting:update', ...vendorConfig.map((path) => `PATCH ${path}`)],
    [
      'adminSetting:read',
      'GET /admin/shipping/carrier/config',
      'GET /admin/shipping/carrier/active-couriers',
    ],
    ['adminSetting:update', 'PATCH /admin/shipping/carrier/config'],
    [
      'merchantFeed:view',
      `GET ${merchant}/status`,
      `GET ${merchant}/errors`,
      `GET ${merchant}/items`,
      `GET ${merchant}/items/${NOBODY}`,
      `GET ${merchant}/items/${NOBODY}/google-status`,
      `GET ${merchant}/data-sources`,
    ],
    [
      'merchantFeed:manage',
      `GET ${merchant}/oauth/start`,
      `DELETE ${merchant}/oauth`,
      `POST ${merchant}/register-developer`,
      `POST ${merchant}/bootstrap`,
      `POST ${merchant}/data-sources`,
      `POST ${merchant}/items/${NOBODY}/resync`,
      `POST ${merchant}/items/${NOBODY}/delete-from-google`,
      `POST ${merchant}/items/bulk/resync-failed`,
      `POST ${merchant}/items/bulk/resync-skipped`,
    ],
    [
      'socialCatalog:view',
      `GET ${social}/status`,
      `GET ${social}/businesses`,
      `GET ${social}/items/${NOBODY}/remote-status`,
    ],
    [
      'socialCatalog:manage',
      `GET ${social}/oauth/start`,
      `DELETE ${social}/oauth`,
      `POST ${social}/select-catalog`,
      `POST ${social}/bootstrap`,
    ],
    ['order:fulfil', `POST /admin/orders/vendors/${NOBODY}/fulfilled`],
  ]);

  t.part('002 5 vendor sessions');
  const requests = [
    'GET /vendor/shipping/providers',
    'GET /vendor/shipping/config',
    'PATCH /vendor/shipping/config',
    'GET /vendor/shipping/carrier/config',
    'PATCH /vendor/shipping/carrier/config',
    `GET /vendor/shipping/orders/${NOBODY}/tracking`,
    `POST /vendor/orders/${NOBODY}/fulfilled`,
  ];
  await holdSessions(t, requests);
  for (const request of requests)
    await t.refused(
      customer,
      'without an active vendor',
      request,
      request.startsWith('GET ') ? undefined : {},
      403,
    );
  t.part('002 5 callbacks need no session');
  for (const feed of [merchant, social])
    await t.refused(t.http, 'but a state', `GET ${feed}/oauth/callback`, undefined, 400, {
      code: `${feed.slice(7).replace('-', '_')}_oauth_state_invalid`,
    });
};
