import { z } from 'zod';
import { requirePermission, requireVendor } from '#api/kernel/require.js';
import { route, routes } from '#api/kernel/route.js';
import { platformScope, vendorScope } from '#api/reports/report-scope.js';
import { reportExportSchema } from '#api/reports/reports.schemas.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { invoicesErrors } from '#domain/invoices/invoices.errors.js';
import { reportsErrors } from '#domain/reports/reports.errors.js';
import { monthParam } from './gst-returns.schemas.js';

const description =
  'PDFs of at most 20,000 invoices and credit notes issued in the month; those that were not rendered yet are, and those that cannot ' +
  'be stand in `failed-documents.csv`. The response is an export, kept for seven days: read, cancelled and downloaded ' +
  'as those of reports. While the ZIP of the same month is being written, a request gives that one.';

const archive = {
  method: 'post',
  body: z.object({ month: monthParam }),
  bodyExample: { month: '2026-11' },
  response: reportExportSchema,
  success: 201,
  idempotent: true,
} as const;

export const documentArchivesRoutes = routes('invoices', [
  route({
    ...archive,
    auth: 'admin',
    permission: 'reports:export',
    alsoPermission: { permission: 'invoice:view', when: 'for every request' },
    path: '/admin/document-archives',
    summary: 'Create a ZIP of the documents of a month',
    description: `${description} A folder for each vendor.`,
    errors: [invoicesErrors.archiveTooLarge, platformErrors.engineUnavailable],
    handler: ({ ctx, services, body: { month } }) => {
      requirePermission(ctx, 'invoice:view');
      return services.documentArchives.request(ctx, platformScope, month);
    },
  }),
  route({
    ...archive,
    auth: 'vendor',
    vendorRole: 'admin',
    path: '/vendor/document-archives',
    summary: 'Create a ZIP of the active vendor’s documents of a month',
    description,
    errors: [invoicesErrors.archiveTooLarge, reportsErrors.tooManyExports, platformErrors.engineUnavailable],
    handler: ({ ctx, services, body: { month } }) =>
      services.documentArchives.request(ctx, vendorScope(requireVendor(ctx)), month),
  }),
]);
