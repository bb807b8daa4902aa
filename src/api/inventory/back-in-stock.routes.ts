import { z } from 'zod';
import { respondPage } from '#api/campaigns/respond-page.js';
import { route, routes } from '#api/kernel/route.js';
import { iso } from '#api/kernel/values.js';
import { inventoryErrors } from '#domain/inventory/inventory.errors.js';
import { backInStockRequestSchema, notifyMeSchema } from './back-in-stock.schemas.js';

const token = { token: z.string().max(2000).meta({ example: 'v1.token' }) };
/** A form without fields. */
const FORM_LIMIT = 16 * 1024;

export const backInStockRoutes = routes('inventory', [
  route({
    method: 'post',
    path: '/store/products/:variantId/notify-me',
    summary: 'Request a mail when a variant is back in stock',
    description:
      'One request for each variant and e-mail address; a repeat extends it. A request ends with its mail, or after 180 days.',
    auth: 'public',
    rate: 'lookup',
    params: { variantId: 'productVariant' },
    body: notifyMeSchema,
    bodyExample: { email: 'asha@example.com' },
    response: backInStockRequestSchema,
    success: 201,
    errors: [inventoryErrors.alreadyInStock, inventoryErrors.tooManyRequests],
    handler: async ({ ctx, services, params, body }) => {
      const { expiresAt, ...request } = await services.backInStock.request(ctx, params.variantId, body.email);
      return { ...request, expiresAt: iso(expiresAt) };
    },
  }),
  route({
    method: 'get',
    path: '/store/back-in-stock/:token',
    summary: 'Get the page that ends back-in-stock requests',
    description: 'Changes nothing: scanners of mail follow links.',
    auth: 'public',
    guessable: true,
    kind: 'page',
    contentType: 'text/html',
    params: token,
    secretParams: ['token'],
    handler: ({ services: { backInStock }, params, request, response }) =>
      respondPage({ request, response, invalidPage: backInStock.invalidPage }, () =>
        backInStock.show(params.token),
      ),
  }),
  route({
    method: 'post',
    path: '/store/back-in-stock/:token',
    summary: 'End all back-in-stock requests of an e-mail address',
    description: 'From the button of the page, without a session. Idempotent.',
    auth: 'public',
    guessable: true,
    kind: 'page',
    contentType: 'text/html',
    bodyKind: 'raw',
    bodyLimit: FORM_LIMIT,
    params: token,
    secretParams: ['token'],
    handler: ({ ctx, services: { backInStock }, params, request, response }) =>
      respondPage({ request, response, invalidPage: backInStock.invalidPage }, () =>
        backInStock.stop(ctx, params.token),
      ),
  }),
]);
