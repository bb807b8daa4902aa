import { attentionKinds } from '#db/attention-kinds.js';
import { type AttentionCount, COUNTED, readAttention } from '#db/jobs/attention.query.js';
import type { Context } from '#domain/_shared/context.js';
import { jobQuery } from '#domain/jobs/job-query.js';
import type { Job } from '#domain/jobs/job.js';
import { remedyOf } from '#domain/jobs/remedies.js';
import { readableReason } from '#domain/jobs/readable-reason.js';
import { iso } from '#api/kernel/values.js';
import type { PlatformFinding } from '#domain/health/platform-finding.js';
import { createPlatformFindings } from '#operations/health/platform-findings.js';
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

type Deps = Pick<
  Platform,
  'knex' | 'gateway' | 'clock' | 'logger' | 'search' | 'engineWatch' | 'storageWatch'
>;

type Found = [AttentionCount[], FailedJobs | null, PlatformFinding[]];

/** What waits for a person. Read at most once in five seconds for a process, for all callers; permissions choose from it. */
export function createAttentionService(deps: Deps) {
  const { knex, gateway, clock, logger } = deps;
  const findings = createPlatformFindings(deps);
  let cached: { at: number; read: Promise<Found> } | undefined;

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

  function read(): Promise<Found> {
    const now = Date.now();
    if (cached && now - cached.at < FRESH_MS) return cached.read;
    const entry = { at: now, read: Promise.all([readAttention(knex), failedJobs(), findings.read()]) };
    cached = entry;
    entry.read.catch(() => {
      if (cached === entry) cached = undefined;
    });
    return entry.read;
  }

  return {
    /** The kinds that the caller may see and of which something waits, failures first. */
    async get(ctx: Context): Promise<AttentionResponse> {
      const [counts, jobs, found] = await read();
      const byKind = new Map(counts.map((item) => [item.kind, item]));
      const kinds = attentionKinds
        .filter(({ permission }) => ctx.permissions.has(permission))
        .flatMap(({ kind, title, remedy, failed, link }): AttentionKindResponse[] => {
          const { count = 0, newest = [], unread = null } = byKind.get(kind) ?? {};
          if (count === 0 && unread === null) return [];
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
              unread: unread === null ? null : `could not be read: ${unread}`,
            },
          ];
        });
      if (jobs && jobs.rows.length > 0) kinds.unshift(ofJobs(jobs));
      // What has rows of its own is among the other kinds.
      const platform = found.filter(({ attention }) => attention === undefined);
      if (platform.length > 0) kinds.unshift(ofPlatform(platform, clock.now()));
      kinds.sort((first, second) => Number(second.failed) - Number(first.failed));
      return { engineAvailable: jobs !== null, kinds };
    },
  };
}

function ofPlatform(findings: readonly PlatformFinding[], now: Date): AttentionKindResponse {
  return {
    kind: 'platform',
    title: 'The platform itself',
    remedy: 'Each line says what helps; npm run doctor compares more.',
    failed: true,
    link: '/health/ready',
    count: findings.length,
    more: false,
    newest: findings.slice(0, NEWEST).map(({ kind, problem, link }) => ({
      id: kind,
      title: titleOf(kind),
      reason: problem,
      at: iso(now),
      link,
      remedy: null,
    })),
    unread: null,
  };
}

/** `outside:api.example.com` as words: `Outside api.example.com`. */
function titleOf(kind: string): string {
  const words = kind.replace(':', ' ').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
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
    unread: null,
  };
}
