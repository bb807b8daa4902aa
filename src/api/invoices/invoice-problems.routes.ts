import { z } from 'zod';
import { route, routes } from '#api/kernel/route.js';
import { instantSchema, iso } from '#api/kernel/values.js';

const problemSchema = z
  .object({
    kind: z.enum(['issue', 'document']).meta({
      description:
        '`issue`: a rule keeps the invoice from being issued. `document`: its PDF could not be made',
    }),
    problem: z.string(),
    count: z.int(),
    oldest: instantSchema.meta({ description: 'Of the oldest of these invoices' }),
  })
  .meta({ id: 'InvoiceProblem' });

export const invoiceProblemsRoutes = routes('invoices', [
  route({
    method: 'get',
    path: '/admin/invoices/problems',
    summary: 'List what keeps invoices from being issued or rendered',
    description: 'Each reason with the number of its invoices, the most frequent 50.',
    auth: 'admin',
    permission: 'invoice:view',
    response: z.array(problemSchema),
    handler: async ({ services }) =>
      (await services.invoiceLists.problems()).map(({ oldest, ...row }) => ({ ...row, oldest: iso(oldest) })),
  }),
]);
