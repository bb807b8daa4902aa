import { vendorOrderResponse } from '#api/orders/orders.mapper.js';
import { vendorOrderSchema } from '#api/orders/orders.schemas.js';
import { subOrderScope } from '#api/orders/sub-order-scope.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { ordersErrors } from '#domain/orders/orders.errors.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import { requestedSchema } from './shipments.routes.js';
import { parcelAsAdminSchema, parcelSchema } from './sub-orders.schemas.js';
import { fulfilErrors, fulfilReply, ofVendor } from './fulfil-reply.js';

const parcelErrors = [...fulfilErrors, shippingErrors.piecesLeft, shippingErrors.cashCollector];
const parcelText =
  'The sub-order stays pending, with `parcels` and `sentQuantity` in its lines, until all of its pieces are sent or ' +
  'cancelled. The first parcel carries the shipping of a cash order.';
const deliveredText =
  'For a parcel that no carrier reports of. The sub-order is delivered with the last of its parcels; a repeat changes nothing.';
const params = { parcelId: 'parcel' } as const;
const example = {
  providerId: 'self-handled',
  lines: [{ lineId: '0199c0de-7e5c-7000-8000-000000000001', quantity: 1 }],
};

/** The parcels of sub-orders that are sent in several. */
export const parcelsRoutes = routes('shipping', [
  route({
    method: 'post',
    path: '/vendor/orders/:orderVendorId/parcels',
    whileSuspended: true,
    summary: 'Send some pieces of a sub-order',
    description: parcelText,
    auth: 'vendor',
    params: { orderVendorId: 'subOrder' },
    body: parcelSchema,
    alsoSuccess: 202,
    idempotent: true,
    response: vendorOrderSchema,
    errors: parcelErrors,
    bodyExample: example,
    handler: async ({ ctx, services, params: { orderVendorId }, body }) =>
      fulfilReply(
        await services.subOrders.fulfil(ctx, ofVendor(ctx, orderVendorId), {
          ...body,
          credentialSource: 'vendor',
        }),
      ),
  }),
  route({
    method: 'post',
    path: '/admin/orders/vendors/:orderVendorId/parcels',
    summary: 'Send some pieces of a sub-order of any vendor',
    description: parcelText,
    auth: 'admin',
    permission: 'order:fulfil',
    params: { orderVendorId: 'subOrder' },
    body: parcelAsAdminSchema,
    alsoSuccess: 202,
    idempotent: true,
    response: vendorOrderSchema,
    errors: [...parcelErrors, ordersErrors.notConfirmed],
    bodyExample: example,
    handler: async ({ ctx, services, params: path, body }) =>
      fulfilReply(
        await services.subOrders.fulfil(ctx, subOrderScope(path), {
          ...body,
          credentialSource: body.credentialSource ?? null,
        }),
      ),
  }),
  route({
    method: 'get',
    path: '/vendor/parcels/:parcelId/label',
    summary: 'Download the label of a parcel',
    auth: 'vendor',
    kind: 'file',
    contentType: 'application/pdf',
    params,
    errors: [shippingErrors.noLabel],
    handler: async ({ ctx, services, params: scope, response }) =>
      services.shipments.sendParcelLabel(response, { ...scope, vendorId: requireVendor(ctx) }),
  }),
  route({
    method: 'get',
    path: '/admin/parcels/:parcelId/label',
    summary: 'Download the label of a parcel of any vendor',
    auth: 'admin',
    permission: 'order:view',
    kind: 'file',
    contentType: 'application/pdf',
    params,
    errors: [shippingErrors.noLabel],
    handler: async ({ services, params: scope, response }) =>
      services.shipments.sendParcelLabel(response, scope),
  }),
  route({
    method: 'post',
    path: '/vendor/parcels/:parcelId/label/fetch',
    summary: 'Fetch the label of a parcel again',
    auth: 'vendor',
    params,
    response: requestedSchema,
    success: 202,
    errors: [shippingErrors.noParcel],
    handler: async ({ ctx, services, params: scope }) => {
      await services.shipments.fetchParcelLabel(ctx, { ...scope, vendorId: requireVendor(ctx) });
      return { requested: true as const };
    },
  }),
  route({
    method: 'post',
    path: '/vendor/parcels/:parcelId/delivered',
    value: 'books_sale',
    whileSuspended: true,
    summary: 'Mark a parcel as delivered',
    description: deliveredText,
    auth: 'vendor',
    params,
    response: vendorOrderSchema,
    errors: [shippingErrors.parcelState, shippingErrors.parcelReturning],
    handler: async ({ ctx, services, params: scope }) => {
      const own = { ...scope, vendorId: requireVendor(ctx) };
      const subOrderId = await services.shipments.deliverParcel(ctx, own);
      return vendorOrderResponse(await services.subOrders.read({ subOrderId, vendorId: own.vendorId }));
    },
  }),
  route({
    method: 'post',
    path: '/admin/parcels/:parcelId/delivered',
    value: 'books_sale',
    summary: 'Mark a parcel of any vendor as delivered',
    description: deliveredText,
    auth: 'admin',
    permission: 'order:fulfil',
    params,
    response: vendorOrderSchema,
    errors: [shippingErrors.parcelState, shippingErrors.parcelReturning],
    handler: async ({ ctx, services, params: scope }) => {
      const subOrderId = await services.shipments.deliverParcel(ctx, scope);
      return vendorOrderResponse(await services.subOrders.read({ subOrderId }));
    },
  }),
]);
