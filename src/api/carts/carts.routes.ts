import type { Request } from 'express';
import { z } from 'zod';
import { platformOf } from '#api/kernel/platform-header.js';
import { Reply } from '#api/kernel/reply.js';
import { route, routes } from '#api/kernel/route.js';
import { cartsErrors } from '#domain/carts/carts.errors.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { pluginsErrors } from '#domain/plugins/plugins.errors.js';
import { discountsErrors } from '#domain/discounts/discounts.errors.js';
import { cartResponse, suggestedCouponResponse } from './carts.mapper.js';
import {
  addCartItemSchema,
  addCouponSchema,
  cartAddressesSchema,
  cartSchema,
  changeCartItemSchema,
  couponCodeParam,
  emailCodeSchema,
  emailCodeSentSchema,
  suggestedCouponSchema,
} from './carts.schemas.js';
import type { CartRequest } from './carts.service.js';

function cartOf({ cartId }: { cartId: string }, request: Request): CartRequest {
  return { cartId, platform: platformOf(request) };
}

/** Every response is the whole cart with its quote, so that a client never reckons for itself. */
export const cartsRoutes = routes('carts', [
  route({
    method: 'post',
    path: '/store/carts',
    summary: 'Create a cart',
    auth: 'customer',
    success: 201,
    response: cartSchema,
    errors: [pluginsErrors.portFailed],
    handler: async ({ ctx, services }) => cartResponse(await services.carts.create(ctx)),
  }),
  route({
    method: 'get',
    path: '/store/carts/current',
    summary: 'Get the open cart that was changed last',
    description:
      'The cart of the signed-in buyer from another device; 404 where no open cart of theirs has items.',
    auth: 'customer',
    response: cartSchema,
    errors: [pluginsErrors.portFailed, platformErrors.notFound],
    handler: async ({ ctx, services, request }) =>
      cartResponse(await services.carts.getCurrent(ctx, platformOf(request))),
  }),
  route({
    method: 'get',
    path: '/store/carts/:cartId',
    summary: 'Get a cart with its quote',
    auth: 'customer',
    params: { cartId: 'cart' },
    response: cartSchema,
    errors: [pluginsErrors.portFailed],
    handler: async ({ ctx, services, params, request }) =>
      cartResponse(await services.carts.get(ctx, cartOf(params, request))),
  }),
  route({
    method: 'post',
    path: '/store/carts/:cartId/items',
    summary: 'Add a variant to a cart',
    description: 'The quantity is added to that of a variant that is already in the cart.',
    auth: 'customer',
    idempotent: true,
    params: { cartId: 'cart' },
    body: addCartItemSchema,
    success: 201,
    response: cartSchema,
    errors: [
      pluginsErrors.portFailed,
      cartsErrors.notOpen,
      cartsErrors.notAvailable,
      cartsErrors.full,
      cartsErrors.tooMuch,
    ],
    handler: async ({ ctx, services, params, body, request }) =>
      cartResponse(await services.carts.addItem(ctx, cartOf(params, request), body)),
  }),
  route({
    method: 'patch',
    path: '/store/carts/:cartId/items/:itemId',
    summary: 'Update the quantity of a cart item',
    description: 'Setting the quantity also accepts a changed price and removes its warning.',
    auth: 'customer',
    params: { cartId: 'cart', itemId: 'cartItem' },
    body: changeCartItemSchema,
    response: cartSchema,
    errors: [
      pluginsErrors.portFailed,
      cartsErrors.notOpen,
      cartsErrors.notAvailable,
      cartsErrors.full,
      cartsErrors.tooMuch,
    ],
    handler: async ({ ctx, services, params, body, request }) =>
      cartResponse(
        await services.carts.setQuantity(ctx, cartOf(params, request), params.itemId, body.quantity),
      ),
  }),
  route({
    method: 'delete',
    path: '/store/carts/:cartId/items/:itemId',
    summary: 'Remove an item from a cart',
    auth: 'customer',
    params: { cartId: 'cart', itemId: 'cartItem' },
    response: cartSchema,
    errors: [pluginsErrors.portFailed, cartsErrors.notOpen],
    handler: async ({ ctx, services, params, request }) =>
      cartResponse(await services.carts.removeItem(ctx, cartOf(params, request), params.itemId)),
  }),
  route({
    method: 'put',
    path: '/store/carts/:cartId/addresses',
    summary: 'Set the addresses and e-mail of a cart',
    description: 'Omitted fields stay unchanged.',
    auth: 'customer',
    params: { cartId: 'cart' },
    body: cartAddressesSchema,
    response: cartSchema,
    errors: [pluginsErrors.portFailed, cartsErrors.notOpen],
    handler: async ({ ctx, services, params, body, request }) =>
      cartResponse(await services.carts.setAddresses(ctx, cartOf(params, request), body)),
  }),
  route({
    method: 'post',
    path: '/store/carts/:cartId/email/code',
    summary: 'Send a code to the e-mail address of a cart',
    description:
      'Six digits, valid for 15 minutes; only the newest code counts. At most five codes an hour go to one e-mail address.',
    auth: 'customer',
    rate: 'lookup',
    params: { cartId: 'cart' },
    success: 202,
    response: emailCodeSentSchema,
    errors: [cartsErrors.notOpen, cartsErrors.noEmail],
    handler: async ({ ctx, services, params }) => services.cartEmail.sendCode(ctx, params.cartId),
  }),
  route({
    method: 'post',
    path: '/store/carts/:cartId/email/confirm',
    summary: 'Confirm the e-mail address of a cart by its code',
    description:
      'A code allows five attempts. Buyers without an account need it when `checkout.cod_guests` is `verified`.',
    auth: 'customer',
    rate: 'lookup',
    params: { cartId: 'cart' },
    body: emailCodeSchema,
    response: cartSchema,
    errors: [pluginsErrors.portFailed, cartsErrors.notOpen, cartsErrors.noEmail, cartsErrors.wrongCode],
    handler: async ({ ctx, services, params, body, request }) => {
      await services.cartEmail.confirm(ctx, params.cartId, body.code);
      return cartResponse(await services.carts.get(ctx, cartOf(params, request)));
    },
  }),
  route({
    method: 'post',
    path: '/store/carts/:cartId/coupons',
    summary: 'Add a coupon to a cart',
    description:
      'Coupons apply in the order of adding. A coupon that the cart holds already gets 200, unchanged. ' +
      'Callers who try many wrong codes are held back.',
    auth: 'customer',
    guessable: true,
    params: { cartId: 'cart' },
    body: addCouponSchema,
    success: 201,
    alsoSuccess: 200,
    response: cartSchema,
    errors: [
      pluginsErrors.portFailed,
      cartsErrors.notOpen,
      discountsErrors.couponNotFound,
      discountsErrors.couponNotApplicable,
      discountsErrors.tooManyCoupons,
    ],
    handler: async ({ ctx, services, params, body, request }) => {
      const platform = platformOf(request);
      const { added, ...cart } = await services.cartCoupons.add(ctx, params.cartId, body.code, platform);
      return new Reply(cartResponse(cart), { status: added ? 201 : 200 });
    },
  }),
  route({
    method: 'get',
    path: '/store/carts/:cartId/coupons/suggested',
    summary: 'List coupons that apply to a cart',
    description: 'At most ten, the largest saving first, each with its discount amount.',
    auth: 'customer',
    params: { cartId: 'cart' },
    response: z.array(suggestedCouponSchema),
    errors: [pluginsErrors.portFailed],
    handler: async ({ ctx, services, params, request }) =>
      (await services.cartCoupons.suggested(ctx, params.cartId, platformOf(request))).map(
        suggestedCouponResponse,
      ),
  }),
  route({
    method: 'delete',
    path: '/store/carts/:cartId/coupons/:code',
    summary: 'Remove a coupon from a cart',
    auth: 'customer',
    params: { cartId: 'cart', code: couponCodeParam },
    response: cartSchema,
    errors: [pluginsErrors.portFailed, cartsErrors.notOpen, discountsErrors.couponNotFound],
    handler: async ({ ctx, services, params, request }) =>
      cartResponse(await services.cartCoupons.remove(ctx, params.cartId, params.code, platformOf(request))),
  }),
]);
