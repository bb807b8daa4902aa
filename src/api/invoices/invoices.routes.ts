import type { z } from 'zod';
import { route, type RouteAuth, routes, type RouteRequest } from '#api/kernel/route.js';
import { orderLookupSchema } from '#api/orders/orders.schemas.js';
import { requireUser, requireVendor } from '#api/kernel/require.js';
import type { Permission } from '#domain/_shared/permission.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { invoicesErrors } from '#domain/invoices/invoices.errors.js';
import type { InvoiceScope } from './invoice-scope.js';
import { invoiceFrameSchema, invoiceGenerationSchema, invoiceStatusSchema } from './invoices.schemas.js';

type InvoiceRequest = RouteRequest<{ orderId: string; orderVendorId: string }, unknown, unknown>;

/** The same operations for an order and for one sub-order, for operators, for its customer and for its vendor. */
interface Surface {
  audience: InvoiceScope['audience'];
  auth: RouteAuth;
  permission?: Permission;
  /** What the operations are about, in their summaries. */
  what: string;
  base: string;
  params: { orderId?: 'order'; orderVendorId?: 'subOrder' };
}

const order = { orderId: 'order' } as const;
const subOrder = { orderId: 'order', orderVendorId: 'subOrder' } as const;
const admin = { audience: 'admin', auth: 'admin', permission: 'invoice:view' } as const;
const store = { audience: 'store', auth: 'customer' } as const;
const vendor = { audience: 'vendor', auth: 'vendor' } as const;

const surfaces: Surface[] = [
  { ...admin, what: 'an order’s invoices', base: '/admin/orders/:orderId/invoice', params: order },
  {
    ...admin,
    what: 'one vendor’s invoice',
    base: '/admin/orders/:orderId/vendors/:orderVendorId/invoice',
    params: subOrder,
  },
  { ...store, what: 'the invoices of an own order', base: '/store/orders/:orderId/invoice', params: order },
  {
    ...store,
    what: 'one vendor’s invoice of an own order',
    base: '/store/orders/:orderId/vendors/:orderVendorId/invoice',
    params: subOrder,
  },
  {
    ...vendor,
    what: 'the invoice of an own sub-order',
    base: '/vendor/orders/:orderVendorId/invoice',
    params: { orderVendorId: 'subOrder' },
  },
];

function scopeOf(
  { audience }: Surface,
  { ctx, params }: Pick<InvoiceRequest, 'ctx' | 'params'>,
): InvoiceScope {
  const { orderId, orderVendorId: subOrderId } = params;
  if (audience === 'vendor') return { audience, subOrderId, vendorId: requireVendor(ctx) };
  const userId = audience === 'store' ? requireUser(ctx) : undefined;
  return { audience, orderId, subOrderId, userId };
}

function operations(surface: Surface) {
  const { auth, permission, what, base, params } = surface;
  const shared = { auth, permission, params: params as { orderId: 'order'; orderVendorId: 'subOrder' } };
  const scope = (request: Pick<InvoiceRequest, 'ctx' | 'params'>) => scopeOf(surface, request);
  const generation = {
    ...shared,
    method: 'post',
    whileSuspended: true,
    response: invoiceGenerationSchema,
    errors: [invoicesErrors.nothingToInvoice, platformErrors.engineUnavailable],
  } as const;
  return [
    route({
      ...shared,
      method: 'get',
      path: `${base}/status`,
      summary: `Get the status of ${what}`,
      description: 'Does not enqueue a job.',
      response: invoiceStatusSchema,
      example: exampleStatus,
      handler: async (request) => request.services.invoices.status(scope(request)),
    }),
    route({
      ...generation,
      path: `${base}/generate`,
      summary: `Request ${what}`,
      description: 'Idempotent. Before the order is confirmed the request stays pending.',
      handler: async (request) => request.services.invoices.generate(request.ctx, scope(request)),
    }),
    ...(surface.audience === 'admin'
      ? [
          route({
            ...generation,
            permission: 'invoice:regenerate',
            path: `${base}/regenerate`,
            summary: `Render ${what} again`,
            description: 'Uses the current settings and keeps the issued number.',
            handler: async (request) => request.services.invoices.regenerate(request.ctx, scope(request)),
          }),
        ]
      : []),
    route({
      ...shared,
      method: 'get',
      path: `${base}/stream`,
      summary: `Stream until ${what} can be downloaded`,
      description:
        'Frames `{status, heartbeat}`, then one with `downloadUrl` or `error`, which has the status as its event id. Ends after a minute. A reconnect after that frame (`Last-Event-ID`) is 204.',
      kind: 'stream',
      frame: invoiceFrameSchema,
      errors: [invoicesErrors.tooManyStreams, invoicesErrors.tooManyOwnStreams],
      handler: async (request) => request.services.invoiceReadiness(request.ctx, scope(request), request),
    }),
    route({
      ...shared,
      method: 'get',
      path: base,
      summary: `Download ${what}`,
      kind: 'file',
      contentType: 'application/pdf',
      errors: [invoicesErrors.stillGenerating, invoicesErrors.generationFailed, ...generation.errors],
      handler: async (request) =>
        request.services.invoiceDownload(request.ctx, scope(request), request.response),
    }),
  ];
}

const exampleStatus: z.infer<typeof invoiceStatusSchema> = {
  status: 'ready',
  invoiceNumber: 'INV-2627-000001',
  downloadUrl: '/store/orders/0199c0de-7e5c-7000-8000-000000000001/invoice',
  streamUrl: null,
  jobId: null,
};

const lookup = route({
  method: 'post',
  path: '/store/orders/lookup/invoice',
  summary: 'Download the invoices of an order by its number and e-mail',
  description:
    'For buyers without an account. Requests the invoices where nobody has: 409 with `Retry-After` until they are ready. An order number that does not match the e-mail is 404.',
  auth: 'public',
  rate: 'orderLookup',
  kind: 'file',
  contentType: 'application/pdf',
  body: orderLookupSchema,
  errors: [
    platformErrors.notFound,
    invoicesErrors.stillGenerating,
    invoicesErrors.generationFailed,
    invoicesErrors.nothingToInvoice,
    platformErrors.engineUnavailable,
  ],
  bodyExample: { orderNumber: 'HT-7K3QX9MZ', email: 'asha@example.com' },
  handler: async ({ ctx, services, body, response }) => {
    const { id: orderId } = await services.orders.lookup(body);
    return services.invoiceDownload(ctx, { audience: 'store', orderId }, response, { request: true });
  },
});

export const invoicesRoutes = routes('invoices', [...surfaces.flatMap(operations), lookup]);
