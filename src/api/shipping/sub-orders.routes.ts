import { vendorOrderResponse } from '#api/orders/orders.mapper.js';
import { vendorOrderSchema } from '#api/orders/orders.schemas.js';
import { subOrderScope } from '#api/orders/sub-order-scope.js';
import { route, routes } from '#api/kernel/route.js';
import { ordersErrors } from '#domain/orders/orders.errors.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import { fulfilErrors, fulfilReply, ofVendor } from './fulfil-reply.js';
import {
  cancelSubOrderSchema,
  fulfilAsAdminSchema,
  fulfillmentOptionsSchema,
  fulfilSchema,
} from './sub-orders.schemas.js';

const moveErrors = [
  ordersErrors.subOrderState,
  shippingErrors.shipmentCreating,
  shippingErrors.parcelDelivered,
];
const fulfilText =
  'With `carrier` the shipment is created before the response; 202 while the carrier has not responded within ' +
  '20 seconds, with `shipment.status` `creating`. A repeat with the same `Idempotency-Key` waits for the same shipment.';

export const subOrdersRoutes = routes('shipping', [
  route({
    method: 'post',
    path: '/vendor/orders/:orderVendorId/fulfilled',
    whileSuspended: true,
    summary: 'Fulfil a sub-order',
    description: fulfilText,
    auth: 'vendor',
    params: { orderVendorId: 'subOrder' },
    body: fulfilSchema,
    alsoSuccess: 202,
    idempotent: true,
    response: vendorOrderSchema,
    errors: fulfilErrors,
    bodyExample: { providerId: 'self-handled' },
    handler: async ({ ctx, services, params, body }) =>
      fulfilReply(
        await services.subOrders.fulfil(ctx, ofVendor(ctx, params.orderVendorId), {
          ...body,
          credentialSource: 'vendor',
        }),
      ),
  }),
  route({
    method: 'post',
    path: '/vendor/orders/:orderVendorId/delivered',
    value: 'books_sale',
    whileSuspended: true,
    summary: 'Mark a fulfilled sub-order as delivered',
    auth: 'vendor',
    params: { orderVendorId: 'subOrder' },
    response: vendorOrderSchema,
    errors: [...moveErrors, shippingErrors.parcelReturning],
    handler: async ({ ctx, services, params }) =>
      vendorOrderResponse(await services.subOrders.deliver(ctx, ofVendor(ctx, params.orderVendorId))),
  }),
  route({
    method: 'post',
    path: '/vendor/orders/:orderVendorId/cancelled',
    value: 'gives_back',
    whileSuspended: true,
    summary: 'Cancel a pending or fulfilled sub-order',
    description:
      'What was paid for it goes back, with its shipping. A repeat returns the cancelled sub-order.',
    auth: 'vendor',
    params: { orderVendorId: 'subOrder' },
    body: cancelSubOrderSchema,
    response: vendorOrderSchema,
    errors: moveErrors,
    bodyExample: { reason: 'Out of stock' },
    handler: async ({ ctx, services, params, body }) =>
      vendorOrderResponse(await services.subOrders.cancel(ctx, ofVendor(ctx, params.orderVendorId), body)),
  }),
  route({
    method: 'post',
    path: '/admin/orders/vendors/:orderVendorId/fulfilled',
    summary: 'Fulfil a sub-order of any vendor',
    description: fulfilText,
    auth: 'admin',
    permission: 'order:fulfil',
    params: { orderVendorId: 'subOrder' },
    body: fulfilAsAdminSchema,
    alsoSuccess: 202,
    idempotent: true,
    response: vendorOrderSchema,
    errors: [...fulfilErrors, ordersErrors.notConfirmed],
    bodyExample: { providerId: 'self-handled' },
    handler: async ({ ctx, services, params, body }) =>
      fulfilReply(
        await services.subOrders.fulfil(ctx, subOrderScope(params), {
          ...body,
          credentialSource: body.credentialSource ?? null,
        }),
      ),
  }),
  route({
    method: 'post',
    path: '/admin/orders/vendors/:orderVendorId/delivered',
    value: 'books_sale',
    summary: 'Mark a fulfilled sub-order of any vendor as delivered',
    auth: 'admin',
    permission: 'order:fulfil',
    params: { orderVendorId: 'subOrder' },
    response: vendorOrderSchema,
    errors: [...moveErrors, shippingErrors.parcelReturning, ordersErrors.notConfirmed],
    handler: async ({ ctx, services, params }) =>
      vendorOrderResponse(await services.subOrders.deliver(ctx, subOrderScope(params))),
  }),
  route({
    method: 'post',
    path: '/admin/orders/vendors/:orderVendorId/cancelled',
    act: 'money',
    actWhen: 'something was paid',
    summary: 'Cancel a pending or fulfilled sub-order of any vendor',
    auth: 'admin',
    permission: 'order:cancel',
    params: { orderVendorId: 'subOrder' },
    body: cancelSubOrderSchema,
    response: vendorOrderSchema,
    errors: [...moveErrors, ordersErrors.notConfirmed],
    bodyExample: { reason: 'The seller closed' },
    handler: async ({ ctx, services, params, body }) =>
      vendorOrderResponse(await services.subOrders.cancel(ctx, subOrderScope(params), body)),
  }),
  route({
    method: 'get',
    path: '/admin/orders/vendors/:orderVendorId/fulfillment-options',
    summary: 'List the fulfilment options of a sub-order',
    description:
      'Per provider and carrier account: whether it is configured, what is missing, and its couriers.',
    auth: 'admin',
    permission: 'order:view',
    params: { orderVendorId: 'subOrder' },
    response: fulfillmentOptionsSchema,
    handler: async ({ services, params }) => services.subOrders.options(subOrderScope(params)),
  }),
]);
