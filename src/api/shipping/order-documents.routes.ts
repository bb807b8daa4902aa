import { Reply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { orderDocumentInput, orderDocumentResponse, orderDocumentSchema } from './order-documents.schemas.js';

const params = { id: 'orderDocument' } as const;

export const orderDocumentsRoutes = routes('shipping', [
  route({
    method: 'post',
    path: '/vendor/orders/documents',
    whileSuspended: true,
    summary: 'Create a pick list or packing slips',
    description:
      'A PDF of up to 100 own sub-orders or parcels, kept for seven days. Packing slips have a page for each parcel, with its pieces alone; a pick list has what is still to be sent. 200 with its `downloadUrl` when it is printed within 20 seconds, else 202: read the document until it is `ready`.',
    auth: 'vendor',
    body: orderDocumentInput,
    response: orderDocumentSchema,
    alsoSuccess: 202,
    idempotent: true,
    errors: [platformErrors.notFound, platformErrors.engineUnavailable],
    bodyExample: { kind: 'pick_list', orderVendorIds: ['0199c0de-7e5c-7000-8000-000000000001'] },
    handler: async ({ ctx, services, body }) => {
      const document = await services.orderDocuments.request(ctx, requireVendor(ctx), body);
      const status = document.status === 'pending' ? 202 : 200;
      return new Reply(orderDocumentResponse(document), { status });
    },
  }),
  route({
    method: 'get',
    path: '/vendor/orders/documents/:id',
    summary: 'Get a pick list or packing slips',
    auth: 'vendor',
    params,
    response: orderDocumentSchema,
    handler: async ({ ctx, services, params: { id } }) =>
      orderDocumentResponse(await services.orderDocuments.find(ctx, requireVendor(ctx), id)),
  }),
  route({
    method: 'get',
    path: '/vendor/orders/documents/:id/download',
    summary: 'Download a pick list or packing slips as PDF',
    description: '404 until the document is ready, and from `expiresAt` on.',
    auth: 'vendor',
    kind: 'file',
    contentType: 'application/pdf',
    params,
    handler: async ({ ctx, services, params: { id }, response }) =>
      services.orderDocuments.send(ctx, requireVendor(ctx), id, response),
  }),
]);
