import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { invoicesErrors } from '#domain/invoices/invoices.errors.js';
import {
  adminCommissionQuery,
  commissionInvoiceResponse,
  commissionInvoiceSchema,
  vendorCommissionQuery,
} from './commission-invoices.schemas.js';

const item = { commissionInvoiceId: 'commissionInvoice' } as const;
const owner = { auth: 'vendor', vendorRole: 'admin' } as const;
const operator = { auth: 'admin', permission: 'payout:view' } as const;
const file = {
  kind: 'file',
  contentType: 'application/pdf',
  errors: [invoicesErrors.commissionInvoiceRendering],
} as const;

export const commissionInvoicesRoutes = routes('invoices', [
  route({
    ...operator,
    method: 'get',
    path: '/admin/commission-invoices',
    summary: 'List the commission invoices of the operator',
    description:
      'One for each vendor and month with commission, issued in the night after the month has ended, with GST from the day of ' +
      '`ledger.commission_gst_from`. What the documents of closed months left out comes on one supplementary document.',
    query: adminCommissionQuery,
    response: z.array(commissionInvoiceSchema),
    metadata: pageMetadataSchema,
    handler: async ({ services, query }) =>
      pageReply(await services.commissionInvoices.list({}, query), commissionInvoiceResponse),
  }),
  route({
    ...operator,
    ...file,
    method: 'get',
    path: '/admin/commission-invoices/:commissionInvoiceId',
    summary: 'Download a commission invoice',
    params: item,
    handler: async ({ ctx, services, params, response }) =>
      services.commissionInvoices.download(ctx, params, response),
  }),
  route({
    ...owner,
    method: 'get',
    path: '/vendor/commission-invoices',
    summary: 'List the commission invoices of the active vendor',
    query: vendorCommissionQuery,
    response: z.array(commissionInvoiceSchema),
    metadata: pageMetadataSchema,
    handler: async ({ ctx, services, query }) =>
      pageReply(
        await services.commissionInvoices.list({ vendorId: requireVendor(ctx) }, query),
        commissionInvoiceResponse,
      ),
  }),
  route({
    ...owner,
    ...file,
    method: 'get',
    path: '/vendor/commission-invoices/:commissionInvoiceId',
    summary: 'Download a commission invoice of the active vendor',
    params: item,
    handler: async ({ ctx, services, params, response }) =>
      services.commissionInvoices.download(ctx, { ...params, vendorId: requireVendor(ctx) }, response),
  }),
]);
