import { route, routes } from '#api/kernel/route.js';
import { quickSearchQuery, quickSearchSchema } from './quick-search.schemas.js';

export const quickSearchRoutes = routes('search', [
  route({
    method: 'get',
    path: '/admin/quick-search',
    summary: 'Search orders, vendors, products, customers and jobs',
    description:
      'Five of each kind that the caller may see: orders by the beginning of their number, AWB, invoice serial or e-mail address; vendors, products ' +
      'and customers by the beginning of their names; jobs by that of their ids. Jobs are missing while the engine is away.',
    auth: 'admin',
    permission: 'quickSearch:use',
    query: quickSearchQuery,
    response: quickSearchSchema,
    handler: async ({ ctx, services, query }) => services.quickSearch(ctx, query.q),
  }),
]);
