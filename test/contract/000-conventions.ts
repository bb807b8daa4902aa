import { holdPermissions } from './access.js';
import { absent, filled } from './shapes.js';
import { clientsOf, type Table } from './world.js';

const NOBODY = '0190aaaa-0000-7000-8000-000000000000';

export const conventions: Table = async (t, world) => {
  const { admin } = clientsOf(t, world);
  t.part('000 2.1 envelopes');
  const success = await t.send(admin, 'GET /admin/payment/gateways');
  t.is('keys of a success', Object.keys(success.body).sort(), ['data', 'message', 'statusCode']);
  const page = await t.send(admin, 'GET /admin/report-exports');
  t.is('keys of a page', Object.keys(page.body).sort(), ['data', 'message', 'metadata', 'statusCode']);
  const missing = await t.send(admin, `GET /admin/report-exports/${NOBODY}`);
  t.is('keys of an error', Object.keys(missing.body).sort(), [
    'data',
    'errorCode',
    'message',
    'reason',
    'statusCode',
  ]);
  const invalid = await t.send(admin, 'GET /admin/report-exports?limit=0');
  t.is('keys of a validation error', Object.keys(invalid.body).sort(), [
    'data',
    'errorCode',
    'errors',
    'message',
    'reason',
    'statusCode',
  ]);
  t.has('an issue', invalid.body.errors?.[0], { path: 'query.limit', message: filled, code: filled });
  t.has('no debug', missing.body, { debug: absent });

  t.part('000 7 vocabulary');
  await t.lines(t.http, [
    ['an unknown route', 'GET /admin/nothing-here', 404],
    ['an unknown method', 'DELETE /admin/reports', 405],
    ['without a session', 'GET /admin/reports', 401],
  ]);
  await t.refused(
    t.http.as('not-a-session'),
    'with an invalid session',
    'GET /admin/reports',
    undefined,
    401,
  );
  const allowed = await t.http.raw('DELETE', '/admin/reports');
  t.is('405 names what is allowed', allowed.headers.get('allow'), 'GET, HEAD');
  const raw = async (body: string, type: string) => {
    const response = await admin.raw('POST', '/admin/banners', { body, headers: { 'content-type': type } });
    const { errorCode } = (await response.json()) as { errorCode: string };
    return [response.status, errorCode];
  };
  t.is('malformed JSON', await raw('{"image":', 'application/json'), [400, 'BAD_REQUEST']);
  t.is('another media type', await raw('<banner/>', 'application/xml'), [415, 'UNSUPPORTED_MEDIA_TYPE']);
  t.is(
    'a body that is too large',
    await raw(JSON.stringify({ image: 'x'.repeat(3_000_000) }), 'application/json'),
    [413, 'PAYLOAD_TOO_LARGE'],
  );

  t.part('000 2.1 generic list query');
  await t.page(admin, 'GET /admin/banners?page=1&limit=5', { limit: 5, offset: 0 });
  await t.page(admin, 'GET /admin/banners?page=3&limit=5', { limit: 5, offset: 10 });
  await t.page(admin, 'GET /admin/product-attributes?search=nothing-like-it', { limit: 20 });
  await t.lines(admin, [
    ['page 0', 'GET /admin/banners?page=0', 400, 'at:query.page'],
    ['limit 0', 'GET /admin/banners?limit=0', 400, 'at:query.limit'],
    ['limit 101', 'GET /admin/banners?limit=101', 400, 'at:query.limit'],
    ['an unknown field', 'GET /admin/banners?filters[]=colour:eq:red', 400],
    ['an unknown operator', 'GET /admin/banners?filters[]=url:near:x', 400],
  ]);
};

const order = `/admin/orders/${NOBODY}`;
const part = `${order}/vendors/${NOBODY}`;

export const access: Table = async (t, world) => {
  t.part('000 5 permissions');
  await holdPermissions(t, world, [
    ['analytics:view', 'GET /admin/analytics/dashboard'],
    ['analytics:refresh', 'POST /admin/analytics/refresh'],
    [
      'reports:view',
      'GET /admin/reports',
      'GET /admin/reports/orders/meta',
      'GET /admin/reports/orders/summary',
      'GET /admin/reports/orders/trend',
      'GET /admin/reports/orders',
      'GET /admin/report-exports',
      `GET /admin/report-exports/${NOBODY}`,
    ],
    ['reports:export', 'POST /admin/reports/orders/export', `GET /admin/report-exports/${NOBODY}/download`],
    [
      'invoice:view',
      `GET ${order}/invoice/status`,
      `POST ${order}/invoice/generate`,
      `GET ${order}/invoice`,
      `GET ${order}/invoice/stream`,
      `GET ${part}/invoice/status`,
      `POST ${part}/invoice/generate`,
      `GET ${part}/invoice`,
      `GET ${part}/invoice/stream`,
    ],
    ['invoice:regenerate', `POST ${order}/invoice/regenerate`, `POST ${part}/invoice/regenerate`],
    ['adminSetting:read', 'GET /admin/payment/gateways', 'GET /admin/payment/checkout-options'],
    [
      'emailTemplate:test',
      'POST /admin/email/test',
      'POST /admin/email/templates/order.placed/customer/test',
    ],
    [
      'emailTemplate:view',
      'GET /admin/email/templates',
      'GET /admin/email/templates/order.placed/customer',
      'POST /admin/email/templates/order.placed/customer/preview',
    ],
    ['emailTemplate:update', 'PUT /admin/email/templates/order.delivered/customer'],
    ['campaignTemplate:view', 'GET /admin/campaigns/templates', `GET /admin/campaigns/templates/${NOBODY}`],
    [
      'campaignTemplate:manage',
      'POST /admin/campaigns/templates',
      `PUT /admin/campaigns/templates/${NOBODY}`,
      `POST /admin/campaigns/templates/${NOBODY}/duplicate`,
      `DELETE /admin/campaigns/templates/${NOBODY}`,
      'POST /admin/campaigns/preview',
    ],
    ['notifications:broadcast', 'POST /admin/campaigns/send'],
  ]);

  t.part('000 5 built-in roles');
  for (const role of ['superAdmin', 'admin']) {
    const http = t.http.as((await world.account({ roles: [role] })).token);
    for (const request of ['GET /admin/analytics/dashboard', 'POST /admin/analytics/refresh'])
      t.is(`${role}: ${request}`, (await t.send(http, request)).status, 200);
  }
  t.part('000 6 live order stream access');
  const path = '/admin/analytics/live/orders';
  await t.refused(t.http, 'without a session', `GET ${path}`, undefined, 401);
  await t.refused(t.http.as(world.customer.token), 'as a customer', `GET ${path}`, undefined, 403);
};
