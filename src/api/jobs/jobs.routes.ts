import { z } from 'zod';
import { cursorMetadataSchema, cursorQuerySchema } from '#api/kernel/cursor-query.js';
import { rejectionSchema } from '#api/kernel/rejection.js';
import { route, routes } from '#api/kernel/route.js';
import { jobStatusNames } from '#domain/jobs/job.js';
import { outcomes } from '#domain/_shared/outcome.js';
import { jobFilterProblem } from '#domain/jobs/job-query.js';
import { jobsErrors } from '#domain/jobs/jobs.errors.js';
import { invoicesErrors } from '#domain/invoices/invoices.errors.js';
import { reportsErrors } from '#domain/reports/reports.errors.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { attentionSchema } from './attention.schemas.js';
import {
  jobDetailExample,
  jobDetailSchema,
  jobExample,
  jobRetrySchema,
  jobSchema,
  retriedSchema,
  retryInput,
} from './jobs.schemas.js';

/** Ids of the engine's runs may hold any characters; clients encode them. */
const params = { workflowId: z.string().min(1).max(1_000) };
const errors = [platformErrors.engineUnavailable] as const;

const filters = {
  status: jobStatusNames,
  outcome: outcomes,
  type: 'string',
  workflowId: 'string',
  orderId: 'string',
  orderNumber: 'string',
  vendorId: 'string',
  productId: 'string',
  customerId: 'string',
  startedAt: 'date',
  closedAt: 'date',
} as const;

export const jobsRoutes = routes('jobs', [
  route({
    method: 'get',
    path: '/admin/attention',
    summary: 'Get what waits for a person',
    description:
      'Failures with their remedies and decisions that somebody waits for, of the kinds that the caller has the permission for: how many, ' +
      'and the newest five. At most five seconds old.',
    auth: 'admin',
    permission: 'job:read',
    response: attentionSchema,
    handler: async ({ ctx, services }) => services.attention.get(ctx),
  }),
  route({
    method: 'get',
    path: '/admin/jobs',
    summary: 'List running, waiting and failed jobs',
    description:
      'Running jobs first, then by their end, the latest first. `like` compares beginnings. The list follows what ' +
      'happens by a second or so; a single job is shown as it is now.',
    auth: 'admin',
    permission: 'job:read',
    query: cursorQuerySchema(filters, jobFilterProblem),
    rows: 'job',
    response: z.array(jobSchema),
    metadata: cursorMetadataSchema,
    errors,
    example: [jobExample],
    handler: async ({ services, query }) => services.jobs.list(query),
  }),
  route({
    method: 'get',
    path: '/admin/jobs/:workflowId',
    summary: 'Get a job with its progress',
    description: 'The latest run of this id, unless `runId` names another.',
    auth: 'admin',
    permission: 'job:read',
    params,
    query: z.object({ runId: z.guid().optional() }),
    rows: 'job',
    response: jobDetailSchema,
    errors,
    example: jobDetailExample,
    handler: async ({ services, params: { workflowId }, query }) =>
      services.jobs.get(workflowId, query.runId),
  }),
  route({
    method: 'post',
    path: '/admin/jobs/retry-failed',
    summary: 'Retry failed invoices, exports and labels',
    description:
      'All that failed in the last `days` (30) of these `kinds`, as one act, 10,000 of each at most; `onlyOutages` takes ' +
      'those alone that failed because the file storage or the database was away. Labels are those that are not stored ' +
      'yet. The response says how many of each were requested again.',
    auth: 'admin',
    permission: 'job:cancel',
    unknownKeys: 'strict',
    body: retryInput,
    bodyExample: { kinds: ['invoices'], onlyOutages: true },
    response: retriedSchema,
    example: { invoices: 12, exports: 0, labels: 0 },
    handler: async ({ ctx, services, body }) => services.jobs.retryFailed(ctx, body),
  }),
  route({
    method: 'post',
    path: '/admin/jobs/:workflowId/cancel',
    summary: 'Cancel a job',
    description:
      'It ends at its next step; asking again changes nothing. An unpaid order’s time to pay is over then: its provider ' +
      'is asked once more, and without a payment the order is cancelled and its stock free. A refund that is on its way ' +
      'is waited for, one that may be is asked after; what cannot be found out stays open. An import keeps the rows it ' +
      'has taken in. A rendering is recorded as failed, and can be asked for again. Loops over events and sweeps begin ' +
      'again when there is something to do, or at their next time.',
    auth: 'admin',
    permission: 'job:cancel',
    params,
    unknownKeys: 'strict',
    body: rejectionSchema,
    bodyExample: { reason: 'The order was entered twice' },
    success: 202,
    rows: 'job',
    response: jobDetailSchema,
    errors: [...errors, jobsErrors.alreadyEnded],
    example: { ...jobDetailExample, cancelRequested: true },
    handler: async ({ ctx, services, params: { workflowId }, body }) =>
      services.jobs.cancel(ctx, workflowId, body.reason),
  }),
  route({
    method: 'post',
    path: '/admin/jobs/:workflowId/retry',
    summary: 'Retry a job that failed or was cancelled',
    description:
      'In the way that its workflow declares (`retry`): the last event of its entity is delivered again, the operation of the feature reopens it ' +
      '(with the permission of that operation), or its schedule runs now. 409 says who can where nothing here does.',
    auth: 'admin',
    permission: 'job:cancel',
    params,
    success: 202,
    response: jobRetrySchema,
    errors: [
      ...errors,
      jobsErrors.notEnded,
      jobsErrors.notRetryable,
      jobsErrors.nothingLeft,
      jobsErrors.eventGone,
      reportsErrors.exportNotRetryable,
      invoicesErrors.nothingToInvoice,
    ],
    handler: async ({ ctx, services, params: { workflowId } }) => services.retryJob.retry(ctx, workflowId),
  }),
]);
