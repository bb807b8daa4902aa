import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { requireUser, requireVendor } from '#api/kernel/require.js';
import { subOrderScope } from '#api/orders/sub-order-scope.js';
import { route, type RouteAuth, type RouteRequest, routes } from '#api/kernel/route.js';
import type { CreditNoteScope } from '#domain/invoices/credit-note.js';
import type { Permission } from '#domain/_shared/permission.js';
import { invoicesErrors } from '#domain/invoices/invoices.errors.js';
import { creditNoteResponse, creditNoteQuery, creditNoteSchema } from './credit-notes.schemas.js';

/** The same reads for operators, for the customer of an order and for the vendor of a sub-order. */
interface Surface {
  auth: RouteAuth;
  permission?: Permission;
  what: string;
  base: string;
  params: { orderId?: 'order'; orderVendorId?: 'subOrder' };
  scope: (ctx: RouteRequest<unknown, unknown, unknown>['ctx']) => CreditNoteScope;
}

const surfaces: Surface[] = [
  {
    auth: 'admin',
    permission: 'invoice:view',
    what: 'an order',
    base: '/admin/orders/:orderId',
    params: { orderId: 'order' },
    scope: () => ({}),
  },
  {
    auth: 'customer',
    what: 'an own order',
    base: '/store/orders/:orderId',
    params: { orderId: 'order' },
    scope: (ctx) => ({ userId: requireUser(ctx) }),
  },
  {
    auth: 'vendor',
    what: 'an own sub-order',
    base: '/vendor/orders/:orderVendorId',
    params: { orderVendorId: 'subOrder' },
    scope: (ctx) => ({ vendorId: requireVendor(ctx) }),
  },
];

function operations({ auth, permission, what, base, params, scope }: Surface) {
  const path = `${base}/credit-notes`;
  const own = params as { orderId: 'order'; orderVendorId: 'subOrder' };
  return [
    route({
      method: 'get',
      path,
      auth,
      permission,
      params: own,
      query: creditNoteQuery,
      summary: `List the credit notes of ${what}`,
      description:
        'Issued with the cancellation, refund or return that credits an issued invoice; one for each.',
      response: z.array(creditNoteSchema),
      metadata: pageMetadataSchema,
      handler: async ({ ctx, services, params: ids, query }) =>
        pageReply(
          await services.creditNotes.list({ ...subOrderScope(ids), ...scope(ctx) }, query),
          creditNoteResponse,
        ),
    }),
    route({
      method: 'get',
      path: `${path}/:creditNoteId`,
      auth,
      permission,
      params: { ...own, creditNoteId: 'creditNote' },
      summary: `Download a credit note of ${what}`,
      kind: 'file',
      contentType: 'application/pdf',
      errors: [invoicesErrors.creditNoteRendering],
      handler: async ({ ctx, services, params: ids, response }) =>
        services.creditNotes.download(ctx, { ...subOrderScope(ids), ...scope(ctx) }, response),
    }),
  ];
}

export const creditNotesRoutes = routes('invoices', surfaces.flatMap(operations));
