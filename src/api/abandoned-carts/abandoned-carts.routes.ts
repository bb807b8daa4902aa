import { cartResponse } from '#api/carts/carts.mapper.js';
import { cartSchema } from '#api/carts/carts.schemas.js';
import { platformOf } from '#api/kernel/platform-header.js';
import { route, routes } from '#api/kernel/route.js';
import { abandonedCartsErrors } from '#domain/abandoned-carts/abandoned-carts.errors.js';
import { pluginsErrors } from '#domain/plugins/plugins.errors.js';
import { recoveredCartsQuery, recoveredCartsSchema, restoreCartSchema } from './abandoned-carts.schemas.js';

export const abandonedCartsRoutes = routes('abandoned-carts', [
  route({
    method: 'get',
    path: '/admin/abandoned-carts/statistics',
    summary: 'Get how many carts were reminded of and recovered',
    description: 'Confirmed orders of reminded carts and what they cost, by step of the series.',
    auth: 'admin',
    permission: 'abandonedCarts:view',
    query: recoveredCartsQuery,
    response: recoveredCartsSchema,
    handler: ({ ctx, services, query }) => services.recoveredCarts.read(ctx, query.days),
  }),
  route({
    method: 'post',
    path: '/store/carts/restore',
    summary: 'Restore a cart by the link of a reminder',
    description:
      'The buyer of the cart gets the cart itself. For anybody else its items are added to the open cart that was changed last, or ' +
      'to a new one, once however often the link is opened; nothing of the buyer is shown, and nobody is signed in.',
    auth: 'customer',
    rate: 'lookup',
    body: restoreCartSchema,
    response: cartSchema,
    errors: [pluginsErrors.portFailed, abandonedCartsErrors.linkInvalid, abandonedCartsErrors.nothingLeft],
    handler: async ({ ctx, services, body, request }) =>
      cartResponse(await services.restoreCart.restore(ctx, body.token, platformOf(request))),
  }),
]);
