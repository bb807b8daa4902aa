import { z } from 'zod';
import { listQuerySchema, pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { idOf, idSchema, instantSchema, iso } from '#api/kernel/values.js';
import { shipmentSchema } from '#api/orders/orders.schemas.js';
import { edgeSubOrder, subOrderScope } from '#api/orders/sub-order-scope.js';
import { credentialSources, providerIds } from '#domain/shipping/provider.js';
import { shipmentStatuses } from '#domain/shipping/shipment.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import type { ListedShipment } from './shipments.service.js';

const listedShipmentSchema = z
  .object({
    id: idSchema,
    orderId: idOf('order'),
    orderVendorId: idOf('subOrder'),
    vendorId: idOf('vendor'),
    orderNumber: z.string(),
    attempt: z.int(),
    credentialSource: z.enum(credentialSources).nullable(),
    requestedAt: instantSchema,
    createdAt: z.string().nullable().meta({ format: 'date-time' }),
    lastScanAt: z.string().nullable().meta({ format: 'date-time' }),
    ...shipmentSchema.shape,
  })
  .meta({ id: 'ListedShipment' });

const shipmentResponse = ({ requestedAt, createdAt, lastScanAt, ...rest }: ListedShipment) => ({
  ...edgeSubOrder(rest),
  requestedAt: iso(requestedAt),
  createdAt: iso(createdAt),
  lastScanAt: iso(lastScanAt),
});

const manifestQuery = z.object({
  date: z.iso
    .date()
    .optional()
    .meta({ description: 'A day of the store’s time zone; today by default', example: '2026-11-23' }),
});

export const shipmentsRoutes = routes('shipping', [
  route({
    method: 'get',
    path: '/vendor/orders/:orderVendorId/label',
    summary: 'Download the label of a sub-order',
    auth: 'vendor',
    kind: 'file',
    contentType: 'application/pdf',
    params: { orderVendorId: 'subOrder' },
    errors: [shippingErrors.noLabel],
    handler: async ({ ctx, services, params, response }) =>
      services.shipments.sendLabel(response, { ...subOrderScope(params), vendorId: requireVendor(ctx) }),
  }),
  route({
    method: 'get',
    path: '/admin/orders/vendors/:orderVendorId/label',
    summary: 'Download the label of a sub-order of any vendor',
    auth: 'admin',
    permission: 'order:view',
    kind: 'file',
    contentType: 'application/pdf',
    params: { orderVendorId: 'subOrder' },
    errors: [shippingErrors.noLabel],
    handler: async ({ services, params, response }) =>
      services.shipments.sendLabel(response, subOrderScope(params)),
  }),
  route({
    method: 'get',
    path: '/vendor/shipping/manifest',
    summary: 'Download the manifest of a day’s parcels as PDF',
    auth: 'vendor',
    kind: 'file',
    contentType: 'application/pdf',
    query: manifestQuery,
    handler: async ({ ctx, services, query, response }) =>
      services.shipments.sendManifest(response, requireVendor(ctx), query.date),
  }),
  route({
    method: 'get',
    path: '/admin/shipping/shipments',
    summary: 'List shipments by state, age and provider',
    description:
      'Shipments that hang: `filters[]=status:eq:creating`, or created ones without AWB, oldest first.',
    auth: 'admin',
    permission: 'order:view',
    query: listQuerySchema({
      filters: { status: shipmentStatuses, providerId: providerIds, requestedAt: 'date', awb: 'string' },
      sort: ['requestedAt'],
      defaultSort: { field: 'requestedAt', direction: 'desc' },
    }),
    response: z.array(listedShipmentSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) => pageReply(await services.shipments.list(query), shipmentResponse),
  }),
]);
