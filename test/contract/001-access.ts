import { holdPermissions, holdSessions } from './access.js';
import type { Table } from './world.js';

const NOBODY = '0190aaaa-0000-7000-8000-000000000000';

function kept(base: string): string[][] {
  return [
    [`GET ${base}`, `GET ${base}/${NOBODY}`],
    [`POST ${base}`],
    [`PUT ${base}/${NOBODY}`, `POST ${base}/${NOBODY}/restore`],
    [`DELETE ${base}/${NOBODY}`],
  ];
}

export const catalogAccess: Table = async (t, world) => {
  t.part('001 5 permissions');
  const attributes = kept('/admin/product-attributes');
  const groups = kept('/admin/product-attribute-groups');
  const banners = kept('/admin/banners');
  const pages = kept('/admin/content-pages');
  const both = (n: number) => [...(attributes[n] ?? []), ...(groups[n] ?? [])];
  const discount = `/admin/discounts/${NOBODY}`;
  await holdPermissions(t, world, [
    ['search:reindex', 'POST /admin/search/reindex'],
    ['productAttribute:read', ...both(0)],
    ['productAttribute:create', ...both(1)],
    ['productAttribute:update', ...both(2)],
    ['productAttribute:delete', ...both(3)],
    ['discount:read', 'GET /admin/discounts', `GET ${discount}`],
    ['discount:create', 'POST /admin/discounts'],
    ['discount:update', `PATCH ${discount}`, `POST ${discount}/restore`],
    ['discount:archive', `PATCH ${discount}/archive`, `PATCH ${discount}/unarchive`],
    ['discount:delete', `DELETE ${discount}`],
    ['banner:read', ...(banners[0] ?? [])],
    ['banner:create', ...(banners[1] ?? [])],
    ['banner:update', ...(banners[2] ?? [])],
    ['banner:delete', ...(banners[3] ?? [])],
    ['content:read', ...(pages[0] ?? [])],
    ['content:create', ...(pages[1] ?? []), `POST /admin/content-pages/${NOBODY}/duplicate`],
    ['content:update', ...(pages[2] ?? [])],
    ['content:delete', ...(pages[3] ?? [])],
  ]);

  t.part('001 5 vendor sessions');
  const product = `/vendor/products/${NOBODY}`;
  const requests = [
    'POST /vendor/products',
    'GET /vendor/products',
    `GET ${product}`,
    `GET ${product}/detail`,
    `PATCH ${product}/basics`,
    `PATCH ${product}/media`,
    `PUT ${product}/options`,
    `PUT ${product}/sync`,
    `DELETE ${product}`,
    `GET ${product}/variants`,
    `POST ${product}/variants`,
    `PUT ${product}/variants/reorder`,
    `PATCH ${product}/variants/${NOBODY}`,
    `DELETE ${product}/variants/${NOBODY}`,
    `GET ${product}/tabs`,
    `POST ${product}/tabs`,
    `PUT ${product}/tabs/reorder`,
    `PATCH ${product}/tabs/${NOBODY}`,
    `DELETE ${product}/tabs/${NOBODY}`,
    'POST /vendor/catalog/requests/brands',
    `PUT /vendor/catalog/requests/brands/${NOBODY}`,
  ];
  await holdSessions(t, requests);
  const customer = t.http.as(world.customer.token);
  for (const request of requests)
    await t.refused(
      customer,
      'without an active vendor',
      request,
      request.startsWith('GET ') ? undefined : {},
      403,
    );

  t.part('001 5 public reads');
  for (const request of [
    'GET /store/product-search',
    'GET /store/product-search/suggestions?q=lamp',
    'GET /store/banners/brand/slug/nothing',
    'GET /store/dynamic-product-listing-groups',
    `GET /store/products/${NOBODY}/fbt`,
  ])
    t.is(`${request}: needs no session`, (await t.send(t.http, request)).status, 200);
};
