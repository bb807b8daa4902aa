import { redeliverEntity } from '#db/events/open-flows.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { isEngineOwn, type JobDetail } from '#domain/jobs/job.js';
import { entityOfJob, type JobRetry } from '#domain/jobs/job-remedy.js';
import { jobsErrors } from '#domain/jobs/jobs.errors.js';
import { remedies, retryOf } from '#domain/jobs/remedies.js';
import type { Platform } from '#operations/platform.js';
import type { JobRetryResponse } from './jobs.schemas.js';
import { reopenings } from './reopenings.js';

/** Retries runs that have ended, each in the way that its workflow declares. */
export function createRetryJobService(platform: Platform) {
  const { gateway, unitOfWork, audit, schedules } = platform;

  async function redeliver(tx: Tx, subscription: string, entityId: string, remedy: string): Promise<void> {
    const outcome = await redeliverEntity(tx, subscription, entityId);
    if (outcome === 'closed') throw jobsErrors.nothingLeft({ remedy });
    if (outcome === 'gone') throw jobsErrors.eventGone({ remedy });
  }

  async function runSchedule({ type, workflowId }: JobDetail, remedy: string): Promise<void> {
    // The engine adds the time of the run to its id.
    const entry = schedules.find(
      (item) => item.workflow === type && `${workflowId}-`.startsWith(`${item.workflowId}-`),
    );
    if (!entry || !(await gateway.schedules.run(entry.id))) throw jobsErrors.notRetryable({ remedy });
  }

  function act(ctx: Context, tx: Tx, job: JobDetail, retry: JobRetry, remedy: string): Promise<unknown> {
    const entityId = entityOfJob(job.workflowId);
    if (retry.way === 'event') return redeliver(tx, retry.subscription, entityId, remedy);
    if (retry.way === 'schedule') return runSchedule(job, remedy);
    throw jobsErrors.notRetryable({ remedy });
  }

  return {
    /** @throws AppError NOT_FOUND; CONFLICT while it runs, and where it cannot be retried; FORBIDDEN without the operation's permission */
    async retry(ctx: Context, workflowId: string): Promise<JobRetryResponse> {
      if (isEngineOwn(workflowId)) throw platformErrors.notFound({ entity: 'Job' });
      const job = await gateway.jobs.describe(workflowId);
      if (job.status === 'running' || job.status === 'paused' || job.status === 'completed')
        throw jobsErrors.notEnded({ status: job.status });
      const retry = retryOf(job);
      const remedy = remedies[job.type]?.text ?? '';
      if (!retry) throw jobsErrors.notRetryable({ remedy });
      const entry = {
        entity: 'job',
        entityId: workflowId,
        action: 'retry',
        after: { way: retry.way, runId: job.runId, type: job.type },
      };
      if (retry.way === 'operation') {
        if (!ctx.permissions.has(retry.permission)) throw platformErrors.forbidden();
        const reopen = reopenings[job.type];
        if (!reopen) throw jobsErrors.notRetryable({ remedy });
        await reopen(platform, ctx, job, entityOfJob(workflowId));
        await unitOfWork.run(ctx, (tx) => audit.record(tx, ctx, [entry]));
      } else {
        await unitOfWork.run(ctx, async (tx) => {
          await audit.record(tx, ctx, [entry]);
          await act(ctx, tx, job, retry, remedy);
        });
      }
      return { workflowId, way: retry.way };
    },
  };
}
