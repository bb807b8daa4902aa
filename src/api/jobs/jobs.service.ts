import { type CursorQuery, readCursor, writeCursor } from '#api/kernel/cursor-query.js';
import { Reply } from '#api/kernel/reply.js';
import { iso } from '#api/kernel/values.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import {
  type DocumentKind,
  documentKinds,
  OUTAGE_DAYS,
  type RetriedDocuments,
} from '#domain/jobs/failed-documents.js';
import { createRetryFailed } from '#operations/jobs/retry-failed.js';
import { isEngineOwn, type Job, type JobDetail } from '#domain/jobs/job.js';
import { jobQuery } from '#domain/jobs/job-query.js';
import { remedyOf, retryOf } from '#domain/jobs/remedies.js';
import { jobsErrors } from '#domain/jobs/jobs.errors.js';
import type { Platform } from '#operations/platform.js';
import type { JobResponse, JobDetailResponse } from './jobs.schemas.js';

type Deps = Pick<Platform, 'config' | 'gateway' | 'unitOfWork' | 'audit' | 'knex' | 'outbox'>;

const DAY_MS = 86_400_000;

interface RetryInput {
  kinds?: readonly DocumentKind[];
  days?: number;
  onlyOutages?: boolean;
}

/** What the engine does for us, as an operator sees it. The engine is asked each time: nothing of it is kept here. */
export function createJobsService({ config, gateway, unitOfWork, audit, ...deps }: Deps) {
  const retryFailed = createRetryFailed(deps);

  function urlOf({ workflowId, runId }: Pick<Job, 'workflowId' | 'runId'>): string | null {
    if (!config.TEMPORAL_UI_URL) return null;
    const path = ['namespaces', config.TEMPORAL_NAMESPACE, 'workflows', workflowId, runId, 'history'];
    return `${config.TEMPORAL_UI_URL.replace(/\/+$/, '')}/${path.map(encodeURIComponent).join('/')}`;
  }

  function response(job: Job): JobResponse {
    const { workflowId, runId, type, status, outcome, waiting, idle, reason, entities, parent } = job;
    const { startedAt, closedAt } = job;
    return {
      workflowId,
      runId,
      type,
      status,
      outcome,
      waiting,
      idle,
      reason,
      entities,
      parent,
      remedy: remedyOf(job),
      retry: retryOf(job)?.way ?? null,
      startedAt: iso(startedAt),
      closedAt: iso(closedAt),
      url: urlOf(job),
    };
  }

  function detailResponse(job: JobDetail): JobDetailResponse {
    const { summary, step, attempt, cancelRequested, historyLength, failingTaskAttempts } = job;
    return {
      ...response(job),
      summary,
      step,
      attempt,
      cancelRequested,
      historyLength,
      failingTaskAttempts,
      nextTimerAt: iso(job.nextTimerAt),
      pendingActivities: job.pendingActivities.map(({ nextAttemptAt, lastStartedAt, ...item }) => ({
        ...item,
        nextAttemptAt: iso(nextAttemptAt),
        lastStartedAt: iso(lastStartedAt),
      })),
    };
  }

  async function find(workflowId: string, runId?: string): Promise<JobDetail> {
    if (isEngineOwn(workflowId)) throw platformErrors.notFound({ entity: 'Job' });
    return gateway.jobs.describe(workflowId, runId);
  }

  return {
    async list({ limit, filters, cursor }: CursorQuery): Promise<Reply<JobResponse[]>> {
      const { ENCRYPTION_KEY } = config;
      const query = jobQuery(filters);
      const from = cursor === undefined ? undefined : readCursor(cursor, query, ENCRYPTION_KEY);
      const { rows, next } = await gateway.jobs.list({ query, limit, from });
      const nextCursor = next && writeCursor(query, next, ENCRYPTION_KEY);
      const metadata = { limit, hasMore: next !== null, nextCursor };
      return new Reply(rows.map(response), { metadata });
    },

    /** @throws AppError NOT_FOUND */
    async get(workflowId: string, runId?: string): Promise<JobDetailResponse> {
      return detailResponse(await find(workflowId, runId));
    },

    /**
     * Asks a job to end. It does so at its next step, so the response may still say that it runs; asking again changes
     * nothing. @throws AppError NOT_FOUND, or CONFLICT when it is over
     */
    async cancel(ctx: Context, workflowId: string, reason: string): Promise<JobDetailResponse> {
      const job = await find(workflowId);
      if (job.closedAt !== null) throw jobsErrors.alreadyEnded({ status: job.status.replace('_', ' ') });
      if (job.cancelRequested) return detailResponse(job);
      // Inside the transaction, so that there is no entry of what the engine refused, and no cancelling without one.
      await unitOfWork.run(ctx, async (tx) => {
        const after = { reason, runId: job.runId, type: job.type };
        await audit.record(tx, ctx, [{ entity: 'job', entityId: workflowId, action: 'cancel', after }]);
        await gateway.jobs.cancel(workflowId, { identity: ctx.actor.id, requestId: ctx.requestId });
      });
      return { ...detailResponse(job), cancelRequested: true };
    },

    /** Requests failed invoices, exports and labels again, as one act. A repeat finds what has failed since. */
    retryFailed: (
      ctx: Context,
      { kinds = documentKinds, days = OUTAGE_DAYS, onlyOutages = false }: RetryInput,
    ): Promise<RetriedDocuments> =>
      unitOfWork.run(ctx, async (tx) => {
        const since = new Date(ctx.now.getTime() - days * DAY_MS);
        const retried = await retryFailed(tx, ctx, { kinds, since, onlyOutages });
        const after = { kinds, days, onlyOutages, ...retried };
        await audit.record(tx, ctx, [{ entity: 'job', entityId: 'retry-failed', action: 'retry', after }]);
        return retried;
      }),
  };
}
