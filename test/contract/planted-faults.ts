import { liveOrders } from './000-analytics.js';
import { conventions } from './000-conventions.js';
import { invoiceAccess } from './000-invoices.js';
import { paymentFeeds } from './000-payments.js';
import { reportRuns } from './000-reports.js';
import { banners } from './001-banners.js';
import { contentPages } from './001-content.js';
import { discounts } from './001-discounts.js';
import { dynamicLinks } from './001-storefront.js';
import { vendorVariants } from './001-vendor-catalog.js';
import { carrierWebhooks } from './002-carrier.js';
import { flatTax } from './002-shipping.js';
import { holdPermissions } from './access.js';
import type { PlantedFault, ProxiedRequest, ProxiedResponse } from './fault-proxy.js';
import type { Table } from './world.js';

type Rows = Record<string, unknown>[];

const isAt = (method: string, path: RegExp) => (request: ProxiedRequest) =>
  request.method === method && path.test(request.path);

/** Changes successes of one operation. */
function altering(method: string, path: RegExp, change: (response: ProxiedResponse) => void): PlantedFault {
  const applies = isAt(method, path);
  return {
    response(request, response) {
      if (applies(request) && response.status < 300) change(response);
    },
  };
}

/** Few enough to be tried twice. */
const bannerAccess: Table = async (t, world) => {
  t.part('001 5 permissions');
  await holdPermissions(t, world, [['banner:read', 'GET /admin/banners']]);
};

export interface Planted {
  what: string;
  table: Table;
  fault: (superAdminToken: string) => PlantedFault;
}

/** Ways to break the contract, each with a table that has to notice. */
export const plantedFaults: readonly Planted[] = [
  {
    what: 'a created banner is answered with 200',
    table: banners,
    fault: () => altering('POST', /^\/admin\/banners$/, (response) => (response.status = 200)),
  },
  {
    what: 'variants lose a field',
    table: vendorVariants,
    fault: () =>
      altering('POST', /\/variants$/, ({ body }) => {
        delete (body.data as Record<string, unknown>)['specialPriceEnd'];
      }),
  },
  {
    what: 'discounts are listed the other way round',
    table: discounts,
    fault: () => altering('GET', /^\/admin\/discounts\?/, ({ body }) => void (body.data as Rows).reverse()),
  },
  {
    what: 'a permission is not asked for',
    table: bannerAccess,
    fault: (token) => ({
      request(request) {
        if (isAt('GET', /^\/admin\/banners/)(request) && request.headers['authorization'])
          request.headers['authorization'] = `Bearer ${token}`;
      },
    }),
  },
  {
    what: 'a limit is not kept',
    table: contentPages,
    fault: () => ({
      request(request) {
        request.path = request.path.replace('limit=501', 'limit=500');
      },
    }),
  },
  {
    what: 'a frame of the live stream has another type',
    table: liveOrders,
    fault: () => ({ chunk: (text) => text.replace('"snapshot"', '"state"') }),
  },
  {
    what: 'an error has a reason that the reference does not list',
    table: conventions,
    fault: () => ({
      response(_request, { status, body }) {
        if (status === 404) body['reason'] = 'platform.gone';
      },
    }),
  },
  {
    what: 'links are no longer wrapped as documented',
    table: dynamicLinks,
    fault: () => altering('GET', /^\/store\/dynamic-link-groups/, ({ body }) => (body['message'] = 'OK')),
  },
  {
    what: 'money is divided by a hundred',
    table: reportRuns,
    fault: () =>
      altering('GET', /^\/admin\/reports\/orders\?/, ({ body }) => {
        for (const row of body.data as Rows) row['grandTotal'] = Number(row['grandTotal']) / 100;
      }),
  },
  {
    what: 'a repeated webhook is taken for a new one',
    table: carrierWebhooks,
    fault: () =>
      altering('POST', /^\/webhooks\/shipping/, ({ body }) => {
        (body.data as Record<string, unknown>)['duplicate'] = false;
      }),
  },
  {
    what: 'a secret is shown',
    table: paymentFeeds,
    fault: () =>
      altering('GET', /^\/admin\/settings\/admin/, ({ body }) => {
        (body.data as Record<string, unknown>)['payment.razorpay.key_secret'] = 'in-the-clear';
      }),
  },
  {
    what: 'an invoice of another customer is forbidden instead of unknown',
    table: invoiceAccess,
    fault: () => ({
      response(request, response) {
        if (/^\/store\/orders\/.*\/invoice/.test(request.path) && response.status === 404)
          Object.assign(response, {
            status: 403,
            body: { ...response.body, statusCode: 403, errorCode: 'FORBIDDEN', reason: 'platform.forbidden' },
          });
      },
    }),
  },
  {
    what: 'a list has another size by default',
    table: contentPages,
    fault: () =>
      altering(
        'GET',
        /^\/admin\/content-pages$/,
        ({ body }) => (body.metadata = { ...body.metadata, limit: 20 }),
      ),
  },
  {
    what: 'an unknown field of a strict body is taken',
    table: flatTax,
    fault: () => ({
      response(request, response) {
        if (
          isAt('PATCH', /\/tax\/config$/)(request) &&
          JSON.stringify(response.body).includes('unrecognized_keys')
        )
          Object.assign(response, {
            status: 200,
            body: { data: { taxes: [] }, message: 'Success', statusCode: 200 },
          });
      },
    }),
  },
];
