import { z } from 'zod';
import { listQuerySchema, pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { idOf, idSchema, instantSchema, iso, textSchema } from '#api/kernel/values.js';
import { shipmentSchema } from '#api/orders/orders.schemas.js';
import { edgeSubOrder, subOrderScope } from '#api/orders/sub-order-scope.js';
import { credentialSources, providerIds } from '#domain/shipping/provider.js';
import { normalizedStatuses } from '#domain/shipping/carrier-status.js';
import { attentions, shipmentStatuses, voidStatuses } from '#domain/shipping/shipment.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import type { ListedShipment } from './shipments.service.js';

const awaited = ['awb', 'label'] as const;

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
    awaiting: z.enum(awaited).nullable().meta({ description: 'What the carrier still has to give' }),
    movedAfterCancel: z.boolean().meta({ description: 'Scanned on the road although it was cancelled' }),
    attention: z
      .enum(attentions)
      .nullable()
      .meta({ description: 'Why a person has to look at it: nothing was moved by what is named' }),
    attentionNote: z.string().nullable(),
    foreignAwb: z
      .string()
      .nullable()
      .meta({ description: 'AWB that was reported with its reference; it can be taken over' }),
    labelSince: z
      .string()
      .nullable()
      .meta({ format: 'date-time', description: 'Since when its label is waited for' }),
    labelError: z.string().nullable().meta({ description: 'Why its label was not fetched last' }),
    ...shipmentSchema.shape,
  })
  .meta({ id: 'ListedShipment' });

const shipmentResponse = ({ requestedAt, createdAt, lastScanAt, labelSince, ...rest }: ListedShipment) => ({
  ...edgeSubOrder(rest),
  requestedAt: iso(requestedAt),
  createdAt: iso(createdAt),
  lastScanAt: iso(lastScanAt),
  labelSince: iso(labelSince),
});

const manifestQuery = z.object({
  date: z.iso
    .date()
    .optional()
    .meta({ description: 'A day of the store’s time zone; today by default', example: '2026-11-23' }),
});

export const requestedSchema = z.object({ requested: z.literal(true) }).meta({ id: 'LabelRequested' });
const decidedSchema = z.object({ decided: z.literal(true) }).meta({ id: 'ShipmentDecided' });
export const takeOverSchema = z
  .object({ awb: textSchema(100).trim().min(1) })
  .meta({ id: 'ShipmentAwb', example: { awb: '785578015860' } });

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
    method: 'post',
    path: '/vendor/orders/:orderVendorId/label/fetch',
    summary: 'Fetch the label of a sub-order again',
    description: 'The label can be downloaded once the carrier has given it.',
    auth: 'vendor',
    params: { orderVendorId: 'subOrder' },
    response: requestedSchema,
    success: 202,
    errors: [shippingErrors.noParcel],
    handler: async ({ ctx, services, params }) => {
      await services.shipments.fetchLabel(ctx, { ...subOrderScope(params), vendorId: requireVendor(ctx) });
      return { requested: true as const };
    },
  }),
  route({
    method: 'post',
    path: '/admin/orders/vendors/:orderVendorId/label/fetch',
    summary: 'Fetch the label of a sub-order of any vendor again',
    description: 'The label can be downloaded once the carrier has given it.',
    auth: 'admin',
    permission: 'order:fulfil',
    params: { orderVendorId: 'subOrder' },
    response: requestedSchema,
    success: 202,
    errors: [shippingErrors.noParcel],
    handler: async ({ ctx, services, params }) => {
      await services.shipments.fetchLabel(ctx, subOrderScope(params));
      return { requested: true as const };
    },
  }),
  route({
    method: 'post',
    path: '/admin/orders/vendors/:orderVendorId/shipment/take-over-awb',
    summary: 'Adopt the AWB that was reported for a shipment',
    description: 'The shipment goes on under it, and its label is fetched again.',
    auth: 'admin',
    permission: 'order:fulfil',
    params: { orderVendorId: 'subOrder' },
    body: takeOverSchema,
    response: decidedSchema,
    errors: [shippingErrors.nothingToDecide],
    handler: async ({ ctx, services, params, body }) => {
      await services.shipments.takeOverAwb(ctx, subOrderScope(params).subOrderId, body.awb);
      return { decided: true as const };
    },
  }),
  route({
    method: 'post',
    path: '/admin/orders/vendors/:orderVendorId/shipment/dismiss-attention',
    summary: 'Dismiss what a shipment needs attention for',
    auth: 'admin',
    permission: 'order:fulfil',
    params: { orderVendorId: 'subOrder' },
    response: decidedSchema,
    errors: [shippingErrors.nothingToDecide],
    handler: async ({ ctx, services, params }) => {
      await services.shipments.dismissAttention(ctx, subOrderScope(params).subOrderId);
      return { decided: true as const };
    },
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
      'The work list: `status:eq:creating`, `awaiting:eq:awb`, `awaiting:eq:label`, `trackingStatus:eq:returned`, ' +
      '`voidStatus:eq:refused`, `movedAfterCancel:eq:true`, `attention:in:…` as `filters[]`.',
    auth: 'admin',
    permission: 'order:view',
    query: listQuerySchema({
      filters: {
        status: shipmentStatuses,
        providerId: providerIds,
        requestedAt: 'date',
        awb: 'string',
        trackingStatus: normalizedStatuses,
        voidStatus: voidStatuses,
        attention: attentions,
        awaiting: awaited,
        movedAfterCancel: 'boolean',
      },
      sort: ['requestedAt'],
      defaultSort: { field: 'requestedAt', direction: 'desc' },
    }),
    response: z.array(listedShipmentSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) => pageReply(await services.shipments.list(query), shipmentResponse),
  }),
]);
