import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { showCustomFields } from '#api/custom-fields/show-custom-fields.js';
import {
  customerListQuery,
  customerResponse,
  customerSchema,
  customerSummaryResponse,
  customerSummarySchema,
} from './customers.schemas.js';

const view = { method: 'get', auth: 'admin', permission: 'customer:view' } as const;

export const customersRoutes = routes('accounts', [
  showCustomFields(
    { entity: 'user', audience: 'admin' },
    route({
      ...view,
      path: '/admin/customers',
      summary: 'List customers with an account',
      description: '`search` looks into addresses and names. Guests have no account and are not listed.',
      query: customerListQuery,
      rows: 'user',
      response: z.array(customerSummarySchema),
      metadata: pageMetadataSchema,
      handler: async ({ services, query }) =>
        pageReply(await services.customers.list(query), customerSummaryResponse),
    }),
  ),
  showCustomFields(
    { entity: 'user', audience: 'admin' },
    route({
      ...view,
      path: '/admin/customers/:id',
      summary: 'Get a customer with orders, sums, reviews and mails',
      params: { id: 'user' },
      rows: 'user',
      response: customerSchema,
      handler: async ({ services, params: { id } }) => customerResponse(await services.customers.get(id)),
    }),
  ),
]);
