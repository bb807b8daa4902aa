import { platformOf } from '#api/kernel/platform-header.js';
import { route, routes } from '#api/kernel/route.js';
import { cartsErrors } from '#domain/carts/carts.errors.js';
import { pluginsErrors } from '#domain/plugins/plugins.errors.js';
import { cartResponse } from './carts.mapper.js';
import { reorderedSchema, reorderInput } from './reorder.schemas.js';

export const reorderRoutes = routes('carts', [
  route({
    method: 'post',
    path: '/store/orders/:orderId/reorder',
    summary: 'Add the items of an order to a cart',
    description:
      'What is still sold, at current prices; `lines` says what became of each item. The cart then holds at least the ordered ' +
      'pieces: those that it has already count, so that a repeat adds nothing.',
    auth: 'customer',
    params: { orderId: 'order' },
    body: reorderInput,
    response: reorderedSchema,
    errors: [pluginsErrors.portFailed, cartsErrors.notOpen, cartsErrors.tooMuch],
    handler: async ({ ctx, services, params, body, request }) => {
      const input = { ...params, ...body, platform: platformOf(request) };
      const { cart, lines } = await services.reorder.reorder(ctx, input);
      return { cart: cartResponse(cart), lines };
    },
  }),
]);
