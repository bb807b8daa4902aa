import { attentionKinds } from '#db/attention-kinds.js';
import { type AttentionCount, COUNTED, readAttention } from '#db/jobs/attention.query.js';
import type { Context } from '#domain/_shared/context.js';
import { jobQuery } from '#domain/jobs/job-query.js';
import type { Job } from '#domain/jobs/job.js';
import { remedyOf } from '#domain/jobs/remedies.js';
import { readableReason } from '#domain/jobs/readable-reason.js';
import type { Platform } from '#operations/platform.js';
import type { AttentionKindResponse, AttentionResponse } from './attention.schemas.js';

const FRESH_MS = 5_000;
const DAY_MS = 24 * 3_600_000;
/** Failures of longer ago have been dealt with, or nobody missed them. */
const FAILED_DAYS = 7;
const NEWEST = 5;

interface FailedJobs {
  rows: Job[];
  more: boolean;
}

type Deps = Pick<Platform, 'knex' | 'gateway' | 'clock' | 'logger'>;

/** What waits for a person. Read at most once in five seconds for a process, for all callers; permissions choose from it. */
export function createAttentionService({ knex, gateway, clock, logger }: Deps) {
  let cached: { at: number; read: Promise<[AttentionCount[], FailedJobs | null]> } | undefined;

  /** Null while the engine is away. */
  async function failedJobs(): Promise<FailedJobs | null> {
    const since = new Date(clock.now().getTime() - FAILED_DAYS * DAY_MS);
    const query = jobQuery([
      { field: 'status', operator: 'in', value: ['failed', 'timed_out', 'terminated'] },
      { field: 'closedAt', operator: 'gt', value: since },
    ]);
    try {
      await gateway.assertAvailable();
      const { rows, next } = await gateway.jobs.list({ query, limit: NEWEST });
      return { rows, more: next !== null };
    } catch (error) {
      logger.info({ err: error }, 'failed jobs could not be listed');
      return null;
    }
  }

  function read(): Promise<[AttentionCount[], FailedJobs | null]> {
    const now = Date.now();
    if (cached && now - cached.at < FRESH_MS) return cached.read;
    const entry = { at: now, read: Promise.all([readAttention(knex), failedJobs()]) };
    cached = entry;
    entry.read.catch(() => {
      if (cached === entry) cached = undefined;
    });
    return entry.read;
  }

  return {
    /** The kinds that the caller may see and of which something waits, failures first. */
    async get(ctx: Context): Promise<AttentionResponse> {
      const [counts, jobs] = await read();
      const byKind = new Map(counts.map((item) => [item.kind, item]));
      const kinds = attentionKinds
        .filter(({ permission }) => ctx.permissions.has(permission))
        .flatMap(({ kind, title, remedy, failed, link }): AttentionKindResponse[] => {
          const { count = 0, newest = [] } = byKind.get(kind) ?? {};
          if (count === 0) return [];
          const shown = newest.map((item) => ({
            ...item,
            reason: item.reason && readableReason(item.reason),
            remedy: null,
          }));
          return [
            {
              kind,
              title,
              remedy,
              failed,
              link,
              count: Math.min(count, COUNTED),
              more: count > COUNTED,
              newest: shown,
            },
          ];
        });
      if (jobs && jobs.rows.length > 0) kinds.unshift(ofJobs(jobs));
      kinds.sort((first, second) => Number(second.failed) - Number(first.failed));
      return { engineAvailable: jobs !== null, kinds };
    },
  };
}

/** The engine lists pages: of more runs than one page it says that there are more, not how many. */
function ofJobs({ rows, more }: FailedJobs): AttentionKindResponse {
  return {
    kind: 'failedJobs',
    title: 'Failed jobs',
    remedy: 'Open each: it says why it failed and what to do.',
    failed: true,
    link: '/admin/jobs?filters[]=status:in:failed,timed_out,terminated',
    count: rows.length,
    more,
    newest: rows.map((job) => ({
      id: job.workflowId,
      title: job.entities.orderNumber ? `${job.type} of ${job.entities.orderNumber}` : job.type,
      reason: job.reason,
      at: (job.closedAt ?? job.startedAt).toISOString(),
      link: `/admin/jobs/${encodeURIComponent(job.workflowId)}`,
      remedy: remedyOf(job),
    })),
  };
}
