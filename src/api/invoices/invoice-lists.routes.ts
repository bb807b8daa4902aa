import { z } from 'zod';
import { pageMetadataSchema } from '#api/kernel/list-query.js';
import { pageReply } from '#api/kernel/reply.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { creditNoteResponse, creditNoteSchema } from './credit-notes.schemas.js';
import {
  adminInvoiceListQuery,
  adminCreditNoteListQuery,
  invoiceListQuery,
  listedInvoiceResponse,
  listedInvoiceSchema,
  creditNoteListQuery,
} from './invoice-lists.schemas.js';

const page = { method: 'get', metadata: pageMetadataSchema } as const;
const operator = { auth: 'admin', permission: 'invoice:view' } as const;
const search = '`search` looks into serial numbers, as printed or as in file names, and order numbers.';

export const invoiceListsRoutes = routes('invoices', [
  route({
    ...page,
    ...operator,
    path: '/admin/invoices',
    query: adminInvoiceListQuery,
    summary: 'List the invoices of all vendors',
    description: `Issued ones, and those that could not be issued with the reason. ${search}`,
    response: z.array(listedInvoiceSchema),
    handler: async ({ services, query }) =>
      pageReply(await services.invoiceLists.invoices({}, query), listedInvoiceResponse),
  }),
  route({
    ...page,
    auth: 'vendor',
    path: '/vendor/invoices',
    query: invoiceListQuery,
    summary: 'List the invoices of the active vendor',
    description: `Issued ones, and those that could not be issued with the reason. ${search}`,
    response: z.array(listedInvoiceSchema),
    handler: async ({ ctx, services, query }) =>
      pageReply(
        await services.invoiceLists.invoices({ vendorId: requireVendor(ctx) }, query),
        listedInvoiceResponse,
      ),
  }),
  route({
    ...page,
    ...operator,
    path: '/admin/credit-notes',
    query: adminCreditNoteListQuery,
    summary: 'List the credit notes of all vendors',
    description: search,
    response: z.array(creditNoteSchema),
    handler: async ({ services, query }) =>
      pageReply(await services.invoiceLists.creditNotes({}, query), creditNoteResponse),
  }),
  route({
    ...page,
    auth: 'vendor',
    path: '/vendor/credit-notes',
    query: creditNoteListQuery,
    summary: 'List the credit notes of the active vendor',
    description: search,
    response: z.array(creditNoteSchema),
    handler: async ({ ctx, services, query }) =>
      pageReply(
        await services.invoiceLists.creditNotes({ vendorId: requireVendor(ctx) }, query),
        creditNoteResponse,
      ),
  }),
]);
