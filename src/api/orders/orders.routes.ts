import { waitingReply, waits } from '#api/access/money-approvals.schemas.js';
import { accessErrors } from '#domain/access/access.errors.js';
import { z } from 'zod';
import { listQuerySchema, pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { rejectionSchema } from '#api/kernel/rejection.js';
import { route, routes } from '#api/kernel/route.js';
import { showCustomFields } from '#api/custom-fields/show-custom-fields.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { orderStatuses, subOrderStatuses, paymentStatuses } from '#domain/orders/order.js';
import { ordersErrors } from '#domain/orders/orders.errors.js';
import { storeCreditErrors } from '#domain/store-credit/store-credit.errors.js';
import { pluginsErrors } from '#domain/plugins/plugins.errors.js';
import {
  adminOrderResponse,
  adminOrderSummaryResponse,
  orderResponse,
  orderSummaryResponse,
  vendorOrderResponse,
  vendorOrderSummaryResponse,
} from './orders.mapper.js';
import {
  adminOrderSchema,
  adminOrderSummarySchema,
  cancelQuery,
  orderLookupSchema,
  orderSchema,
  orderSummarySchema,
  vendorOrderSchema,
  vendorOrderSummarySchema,
} from './orders.schemas.js';

const byPlacement = { field: 'placedAt', direction: 'desc' as const };

export const ordersRoutes = routes('orders', [
  showCustomFields(
    { entity: 'order', audience: 'customer' },
    route({
      method: 'get',
      path: '/store/orders',
      summary: 'List the buyer’s own orders',
      auth: 'customer',
      query: listQuerySchema({
        filters: { status: orderStatuses, paymentStatus: paymentStatuses, placedAt: 'date' },
        sort: ['placedAt', 'grandTotal'],
        defaultSort: byPlacement,
      }),
      response: z.array(orderSummarySchema),
      metadata: pageMetadataSchema,
      handler: async ({ ctx, services, query }) =>
        pageReply(await services.orders.listOwn(ctx, query), orderSummaryResponse),
    }),
  ),
  route({
    method: 'post',
    path: '/store/orders/lookup',
    summary: 'Find an order by its number and e-mail',
    description: 'For buyers without an account. An order number that does not match the e-mail is 404.',
    auth: 'public',
    rate: 'orderLookup',
    body: orderLookupSchema,
    response: orderSchema,
    errors: [platformErrors.notFound, pluginsErrors.portFailed],
    bodyExample: { orderNumber: 'HT-7K3QX9MZ', email: 'asha@example.com' },
    handler: async ({ services, body }) => orderResponse(await services.orders.lookup(body)),
  }),
  showCustomFields(
    { entity: 'order', audience: 'customer' },
    route({
      method: 'get',
      path: '/store/orders/:orderId',
      summary: 'Get one of the buyer’s own orders',
      auth: 'customer',
      params: { orderId: 'order' },
      response: orderSchema,
      handler: async ({ ctx, services, params }) =>
        orderResponse(await services.orders.readOwn(ctx, params.orderId)),
    }),
  ),
  route({
    method: 'post',
    path: '/store/orders/:orderId/cancel',
    summary: 'Cancel an unfulfilled order',
    description: 'Releases the stock and refunds what was paid. A repeat returns the cancelled order.',
    auth: 'customer',
    value: 'gives_back',
    params: { orderId: 'order' },
    query: cancelQuery,
    response: orderSchema,
    errors: [ordersErrors.notCancellable, storeCreditErrors.off, storeCreditErrors.needsAccount],
    handler: async ({ ctx, services, params, query }) =>
      orderResponse(await services.orders.cancelOwn(ctx, params.orderId, query.refundTo)),
  }),
  showCustomFields(
    { entity: 'order', audience: 'vendor', idIn: 'orderId' },
    route({
      method: 'get',
      path: '/vendor/orders',
      summary: 'List the vendor’s sub-orders of confirmed orders',
      auth: 'vendor',
      query: listQuerySchema({
        filters: {
          status: subOrderStatuses,
          paymentStatus: paymentStatuses,
          orderNumber: 'string',
          placedAt: 'date',
        },
        sort: ['placedAt', 'total'],
        defaultSort: byPlacement,
      }),
      response: z.array(vendorOrderSummarySchema),
      metadata: pageMetadataSchema,
      handler: async ({ ctx, services, query }) =>
        pageReply(await services.orders.listOfVendor(requireVendor(ctx), query), vendorOrderSummaryResponse),
    }),
  ),
  showCustomFields(
    { entity: 'order', audience: 'vendor', idIn: 'orderId' },
    route({
      method: 'get',
      path: '/vendor/orders/:orderVendorId',
      summary: 'Get the vendor’s sub-order of a confirmed order',
      auth: 'vendor',
      params: { orderVendorId: 'subOrder' },
      response: vendorOrderSchema,
      handler: async ({ ctx, services, params }) =>
        vendorOrderResponse(await services.orders.readOfVendor(requireVendor(ctx), params.orderVendorId)),
    }),
  ),
  showCustomFields(
    { entity: 'order', audience: 'admin' },
    route({
      method: 'get',
      path: '/admin/orders',
      summary: 'List all orders',
      description:
        'The filter `vendorId` lists orders that have a sub-order of that vendor. `search` looks into order numbers and e-mail addresses; an AWB or an invoice serial finds its order.',
      auth: 'admin',
      permission: 'order:view',
      query: listQuerySchema({
        filters: {
          status: orderStatuses,
          paymentStatus: paymentStatuses,
          paymentMethod: 'string',
          vendorId: 'id',
          orderNumber: 'string',
          email: 'string',
          placedAt: 'date',
          grandTotal: 'number',
        },
        sort: ['placedAt', 'grandTotal'],
        defaultSort: byPlacement,
      }),
      response: z.array(adminOrderSummarySchema),
      metadata: pageMetadataSchema,
      handler: async ({ services, query }) =>
        pageReply(await services.orders.listAll(query), adminOrderSummaryResponse),
    }),
  ),
  showCustomFields(
    { entity: 'order', audience: 'admin' },
    route({
      method: 'get',
      path: '/admin/orders/:orderId',
      summary: 'Get an order with its payments and timeline',
      auth: 'admin',
      permission: 'order:view',
      params: { orderId: 'order' },
      response: adminOrderSchema,
      handler: async ({ services, params }) =>
        adminOrderResponse(await services.orders.readForAdmin(params.orderId)),
    }),
  ),
  route({
    method: 'post',
    path: '/admin/orders/:orderId/mark-paid',
    summary: 'Mark a cash-on-delivery order as paid',
    description: 'For cash on delivery. A repeat returns the paid order.',
    auth: 'admin',
    permission: 'order:fulfil',
    act: 'money',
    params: { orderId: 'order' },
    response: adminOrderSchema,
    ...waits,
    errors: [ordersErrors.notMarkable, accessErrors.awaitingApproval],
    handler: async ({ ctx, services, params }) => {
      const done = await services.orders.markPaid(ctx, params.orderId);
      return done.paid ? adminOrderResponse(done.paid) : waitingReply(services, done.approvalId);
    },
  }),
  route({
    method: 'post',
    path: '/admin/orders/:orderId/cancel',
    summary: 'Cancel an unfulfilled order of any buyer',
    description:
      'Releases the stock and refunds what was paid, as a cancellation by the buyer does; the buyer reads the reason. Once a sub-order has moved, ' +
      'cancel sub-orders one by one. A repeat returns the cancelled order.',
    auth: 'admin',
    permission: 'order:cancel',
    act: 'money',
    actWhen: 'something was paid',
    params: { orderId: 'order' },
    unknownKeys: 'strict',
    body: rejectionSchema,
    bodyExample: { reason: 'The buyer called' },
    response: adminOrderSchema,
    errors: [ordersErrors.notCancellable],
    handler: async ({ ctx, services, params, body }) =>
      adminOrderResponse(await services.orders.cancelForAdmin(ctx, params.orderId, body.reason)),
  }),
]);
