import { route, routes } from '#api/kernel/route.js';
import { cartsErrors } from '#domain/carts/carts.errors.js';
import { cartAnswer } from './carts.mapper.js';
import { addCartItemSchema, cartAddressesSchema, cartSchema, changeCartItemSchema } from './carts.schemas.js';

/** Every answer is the whole cart with its quote, so that a client never reckons for itself. */
export const cartsRoutes = routes('carts', [
  route({
    method: 'post',
    path: '/store/carts',
    summary: 'Open a cart',
    auth: 'customer',
    success: 201,
    answer: cartSchema,
    handler: async ({ ctx, services }) => cartAnswer(await services.carts.create(ctx)),
  }),
  route({
    method: 'get',
    path: '/store/carts/:cartId',
    summary: 'Read a cart with its quote',
    auth: 'customer',
    params: { cartId: 'cart' },
    answer: cartSchema,
    handler: async ({ ctx, services, params }) => cartAnswer(await services.carts.get(ctx, params.cartId)),
  }),
  route({
    method: 'post',
    path: '/store/carts/:cartId/items',
    summary: 'Put pieces of a variant into a cart',
    description: 'Pieces of a variant that is in the cart already come on top.',
    auth: 'customer',
    params: { cartId: 'cart' },
    body: addCartItemSchema,
    success: 201,
    answer: cartSchema,
    errors: [cartsErrors.notOpen, cartsErrors.notAvailable, cartsErrors.full, cartsErrors.tooMuch],
    handler: async ({ ctx, services, params, body }) =>
      cartAnswer(await services.carts.addItem(ctx, params.cartId, body)),
  }),
  route({
    method: 'patch',
    path: '/store/carts/:cartId/items/:itemId',
    summary: 'Change how many pieces of an item are in a cart',
    description: 'Also how a buyer accepts a changed price: the warning goes.',
    auth: 'customer',
    params: { cartId: 'cart', itemId: 'cartItem' },
    body: changeCartItemSchema,
    answer: cartSchema,
    errors: [cartsErrors.notOpen, cartsErrors.notAvailable, cartsErrors.full, cartsErrors.tooMuch],
    handler: async ({ ctx, services, params, body }) =>
      cartAnswer(await services.carts.setQuantity(ctx, params.cartId, params.itemId, body.quantity)),
  }),
  route({
    method: 'delete',
    path: '/store/carts/:cartId/items/:itemId',
    summary: 'Take an item out of a cart',
    auth: 'customer',
    params: { cartId: 'cart', itemId: 'cartItem' },
    answer: cartSchema,
    errors: [cartsErrors.notOpen],
    handler: async ({ ctx, services, params }) =>
      cartAnswer(await services.carts.removeItem(ctx, params.cartId, params.itemId)),
  }),
  route({
    method: 'put',
    path: '/store/carts/:cartId/addresses',
    summary: 'Set the addresses and the e-mail of a cart',
    description: 'What is left out stays as it is.',
    auth: 'customer',
    params: { cartId: 'cart' },
    body: cartAddressesSchema,
    answer: cartSchema,
    errors: [cartsErrors.notOpen],
    handler: async ({ ctx, services, params, body }) =>
      cartAnswer(await services.carts.setAddresses(ctx, params.cartId, body)),
  }),
]);
