import { z } from 'zod';
import { route, routes } from '#api/kernel/route.js';
import { addressBookErrors } from '#domain/address-book/address-book.errors.js';
import { MAX_SAVED_ADDRESSES } from '#domain/address-book/saved-address.js';
import {
  savedAddressInput,
  savedAddressPatch,
  savedAddressResponse,
  savedAddressSchema,
} from './address-book.schemas.js';

const item = { path: '/store/addresses/:addressId', params: { addressId: 'savedAddress' } } as const;

export const addressBookRoutes = routes('address-book', [
  route({
    method: 'get',
    path: '/store/addresses',
    summary: 'List the saved addresses of the current user',
    description: `At most ${MAX_SAVED_ADDRESSES}, the defaults first, then the newest.`,
    auth: 'customer',
    response: z.array(savedAddressSchema),
    handler: async ({ ctx, services }) => (await services.addressBook.list(ctx)).map(savedAddressResponse),
  }),
  route({
    method: 'post',
    path: '/store/addresses',
    summary: 'Create a saved address',
    description: 'The first address becomes the default of deliveries and of billing.',
    auth: 'customer',
    idempotent: true,
    body: savedAddressInput,
    response: savedAddressSchema,
    success: 201,
    errors: [addressBookErrors.needsAccount, addressBookErrors.full],
    handler: ({ ctx, services, body }) => services.addressBook.create(ctx, body),
  }),
  route({
    ...item,
    method: 'get',
    summary: 'Get a saved address',
    auth: 'customer',
    response: savedAddressSchema,
    handler: async ({ ctx, services, params }) =>
      savedAddressResponse(await services.addressBook.get(ctx, params.addressId)),
  }),
  route({
    ...item,
    method: 'patch',
    summary: 'Update a saved address',
    description:
      'Omitted fields stay unchanged; `address` is replaced as a whole. Carts and orders keep the address as it was.',
    auth: 'customer',
    body: savedAddressPatch,
    response: savedAddressSchema,
    handler: async ({ ctx, services, params, body }) =>
      savedAddressResponse(await services.addressBook.update(ctx, params.addressId, body)),
  }),
  route({
    ...item,
    method: 'delete',
    summary: 'Delete a saved address',
    description: 'Deleted for good. Where it was a default, the newest of the others becomes it.',
    auth: 'customer',
    response: savedAddressSchema,
    handler: async ({ ctx, services, params }) =>
      savedAddressResponse(await services.addressBook.delete(ctx, params.addressId)),
  }),
]);
