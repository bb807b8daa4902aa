import { z } from 'zod';
import { route, routes } from '#api/kernel/route.js';
import { idOf, instantSchema, iso } from '#api/kernel/values.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { DEFAULT_BATCH_SIZE, MAX_BATCH_SIZE, runStates } from '#domain/search/search-run.js';

const reindexInput = z
  .object({
    vendorId: idOf('vendor').optional().meta({ description: 'Only the products of this vendor' }),
    batchSize: z
      .int()
      .min(1)
      .max(MAX_BATCH_SIZE)
      .optional()
      .meta({ description: `Products of one batch; ${DEFAULT_BATCH_SIZE} by default` }),
  })
  .meta({ id: 'ReindexInput' });

const requestedSchema = z
  .object({
    runId: idOf('searchRun'),
    jobId: z.string().meta({ description: '`backfill-<runId>-start`, the id of its job' }),
    vendorId: idOf('vendor').nullable(),
    batchSize: z.int(),
  })
  .meta({ id: 'RequestedReindex' });

const runSchema = requestedSchema
  .extend({
    state: z.enum(runStates),
    indexed: z.int().meta({ description: 'Products brought up to date' }),
    failed: z.int(),
    total: z.int().meta({ description: 'Products of the scope when the run began' }),
    error: z.string().nullable(),
    startedAt: instantSchema.nullable(),
    finishedAt: instantSchema.nullable(),
    createdAt: instantSchema,
  })
  .meta({ id: 'SearchRun' });

export const reindexRoutes = routes('search', [
  route({
    method: 'post',
    path: '/admin/search/reindex',
    summary: 'Rebuild the search index in the background',
    description:
      'Of all products, or of one vendor. A scope that has an open run is joined: its ids and batch size are returned. Searches go on meanwhile. `POST /admin/jobs/{workflowId}/cancel` with the `jobId` stops it.',
    auth: 'admin',
    permission: 'search:reindex',
    body: reindexInput,
    response: requestedSchema,
    success: 202,
    errors: [platformErrors.notFound, platformErrors.engineUnavailable],
    handler: async ({ ctx, services, body }) => services.reindex.request(ctx, body),
  }),
  route({
    method: 'get',
    path: '/admin/search/reindex/:runId',
    summary: 'Get the progress of a reindex run',
    auth: 'admin',
    permission: 'search:reindex',
    params: { runId: 'searchRun' },
    response: runSchema,
    handler: async ({ services, params }) => {
      const run = await services.reindex.get(params.runId);
      const { id: runId, jobId, vendorId, batchSize, state, indexed, failed, total, error } = run;
      return {
        runId,
        jobId,
        vendorId,
        batchSize,
        state,
        indexed,
        failed,
        total,
        error,
        startedAt: iso(run.startedAt),
        finishedAt: iso(run.finishedAt),
        createdAt: iso(run.createdAt),
      };
    },
  }),
]);
