import type { Response } from 'express';
import { z } from 'zod';
import { CSV, sendFile } from '#api/kernel/send-file.js';
import { requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { reportExportSchema } from '#api/reports/reports.schemas.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { gstReturnCsv } from '#domain/invoices/gst-return-csv.js';
import { gstnReturn } from '#domain/invoices/gst-return-gstn.js';
import { gstr8Csv } from '#domain/invoices/gstr8.js';
import { invoicesErrors } from '#domain/invoices/invoices.errors.js';
import { gstReturnFormats } from '#domain/reports/report-export.js';
import { reportsErrors } from '#domain/reports/reports.errors.js';
import { gstReturnSchema, gstr8Schema, monthParam } from './gst-returns.schemas.js';

const params = { month: monthParam };
const owner = { auth: 'vendor', vendorRole: 'admin', method: 'get', params } as const;
const operator = { auth: 'admin', permission: 'payout:view', method: 'get', params } as const;
const file = { kind: 'file', contentType: 'text/csv' } as const;
const untried = 'The format was not tried on the portal of the GST network.';

export const gstReturnsRoutes = routes('invoices', [
  route({
    auth: 'vendor',
    vendorRole: 'admin',
    method: 'post',
    params,
    path: '/vendor/gst-returns/:month/exports',
    summary: 'Create a file of the GST return of a month',
    description:
      `JSON or CSV, of any number of documents. The response is an export, kept for seven days: read, cancelled and ` +
      `downloaded as those of reports. ${untried}`,
    body: z.object({ format: z.enum(gstReturnFormats) }),
    bodyExample: { format: 'json' },
    response: reportExportSchema,
    success: 201,
    idempotent: true,
    errors: [reportsErrors.tooManyExports, platformErrors.engineUnavailable],
    handler: ({ ctx, services, params: { month }, body: { format } }) =>
      services.gstReturns.export(ctx, requireVendor(ctx), month, format),
  }),
  route({
    ...owner,
    path: '/vendor/gst-returns/:month',
    summary: 'Get the supplies of a month for the GST return',
    description: `By the sections of GSTR-1, from the invoices and credit notes issued in the month. ${untried}`,
    response: gstReturnSchema,
    errors: [invoicesErrors.returnTooLarge],
    handler: ({ ctx, services, params: { month } }) =>
      services.gstReturns.ofVendor(requireVendor(ctx), month),
  }),
  route({
    ...owner,
    ...file,
    alsoContentType: 'application/json',
    path: '/vendor/gst-returns/:month/export',
    summary: 'Export the supplies of a month for the GST return',
    description: `The same as a CSV, amounts in units of the currency, or with \`format=gstn\` as the JSON that the GST network takes. ${untried}`,
    query: z.object({ format: z.enum(['csv', 'gstn']).default('csv') }),
    errors: [invoicesErrors.returnTooLarge],
    handler: async ({ ctx, services, params: { month }, query: { format }, response }) => {
      const gstReturn = await services.gstReturns.ofVendor(requireVendor(ctx), month);
      const name = `gst-return-${month}`;
      if (format === 'csv') return sendCsv(response, name, gstReturnCsv(gstReturn));
      return sendFile(response, {
        name: `${name}.json`,
        contentType: 'application/json',
        content: JSON.stringify(gstnReturn(gstReturn)),
      });
    },
  }),
  route({
    ...operator,
    path: '/admin/gst-returns/gstr8/:month',
    summary: 'Get the tax collected at source in a month',
    description: `By supplier, for GSTR-8: gross, returned and net value of taxed supplies, and the tax as the ledger has it. ${untried}`,
    response: gstr8Schema,
    handler: ({ services, params: { month } }) => services.gstReturns.gstr8(month),
  }),
  route({
    ...operator,
    ...file,
    path: '/admin/gst-returns/gstr8/:month/export',
    summary: 'Export the tax collected at source in a month',
    description: `The same as a CSV, amounts in units of the currency. ${untried}`,
    handler: async ({ services, params: { month }, response }) =>
      sendCsv(response, `gstr8-${month}`, gstr8Csv(await services.gstReturns.gstr8(month))),
  }),
]);

function sendCsv(response: Response, name: string, content: string): Promise<void> {
  return sendFile(response, { name: `${name}.csv`, contentType: CSV, content });
}
