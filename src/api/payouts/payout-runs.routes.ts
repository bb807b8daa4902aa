import { route, routes } from '#api/kernel/route.js';
import { sendFile } from '#api/kernel/send-file.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { payoutsErrors } from '#domain/payouts/payouts.errors.js';
import { exportQuery, payoutRunSchema, runResponse, runInputSchema } from './payouts.schemas.js';

/** Before `/admin/payouts/:payoutId`, which would take their names for ids. */
export const payoutRunsRoutes = routes('payouts', [
  route({
    method: 'post',
    path: '/admin/payouts/run',
    summary: 'Create the payouts of all vendors',
    description:
      'In the background, as `POST /admin/payouts` does for one vendor. Vendors below `minimum`, without bank details or with ' +
      'bank details on hold are left out. `POST /admin/jobs/{workflowId}/cancel` with the `jobId` stops the run and keeps the ' +
      'payouts that it has created.',
    auth: 'admin',
    permission: 'payout:manage',
    act: 'money',
    body: runInputSchema,
    response: payoutRunSchema,
    success: 202,
    idempotent: true,
    errors: [payoutsErrors.runOpen, payoutsErrors.providerNotReady, platformErrors.engineUnavailable],
    handler: async ({ ctx, services, body }) => runResponse(await services.payoutRuns.start(ctx, body)),
  }),
  route({
    method: 'get',
    path: '/admin/payouts/runs/:payoutRunId',
    summary: 'Get the progress of a payout run',
    auth: 'admin',
    permission: 'payout:view',
    params: { payoutRunId: 'payoutRun' },
    response: payoutRunSchema,
    handler: async ({ services, params }) => runResponse(await services.payoutRuns.get(params.payoutRunId)),
  }),
  route({
    method: 'get',
    path: '/admin/payouts/export',
    summary: 'Export pending payouts for the bank',
    description:
      'A CSV with the account of each pending payout created before `until`. Every export is audited.',
    auth: 'admin',
    permission: 'payout:manage',
    apiKeys: false,
    query: exportQuery,
    kind: 'file',
    contentType: 'text/csv',
    handler: async ({ ctx, services, query, response }) => {
      const until = query.until === undefined ? ctx.now : new Date(query.until);
      const lines = services.payoutRuns.bankExport(ctx, until);
      const { name, contentType } = services.payoutRuns.exportFile;
      await sendFile(response, { name, contentType, content: lines });
    },
  }),
]);
