import { type Client, isGrpcServiceError, type WorkflowExecutionDescription } from '@temporalio/client';
import { optionalTsToDate } from '@temporalio/common/lib/time.js';
import proto from '@temporalio/proto';
import type { FieldIssue } from '#domain/_shared/app-error.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Job, JobDetail, JobRun } from '#domain/jobs/job.js';
import { readableReason } from '#domain/jobs/readable-reason.js';
import { jobsErrors } from '#domain/jobs/jobs.errors.js';
import type { Ended } from '#domain/_shared/outcome.js';
import {
  type Description,
  explainRunning,
  failingTaskAttempts,
  type HistoryEvent,
  readEnd,
  readPending,
  readRun,
} from './read-job.js';
import { nextTimer } from './read-timers.js';

// A CommonJS package whose names Node cannot see: it has a default export only.
const { HISTORY_EVENT_FILTER_TYPE_CLOSE_EVENT } = proto.temporal.api.enums.v1.HistoryEventFilterType;

/** Codes of gRPC. */
const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;
/** Questions that explain the rows of a page, at once. */
const PARALLEL = 10;

/** A run replies to its query at once, or its worker is away. */
const STEP_MS = 1_000;
/** Last events that are searched for open timers; older ones are not worth a second page. */
const TIMER_EVENTS = 500;

export interface JobPage {
  rows: Job[];
  /** Where the next page begins, in the engine's own form; null when there is none. */
  next: Uint8Array | null;
}

/** The runs of the namespace, as the engine lists them. Its errors come out as they are. */
export interface EngineJobs {
  /** `query` is in the engine's query language. Running ones first, then by their end, latest first. */
  list(page: { query: string; limit: number; from?: Uint8Array }): Promise<JobPage>;
  /** The given run, by default the latest of this id. */
  describe(workflowId: string, runId?: string): Promise<JobDetail>;
  /**
   * Asks the latest run to end, cleaning up after itself. Repeating with the same request id is one request.
   * @throws AppError CONFLICT when it has ended since it was looked at
   */
  cancel(workflowId: string, by: { identity: string; requestId: string }): Promise<void>;
}

export function createEngineJobs(client: Client): EngineJobs {
  const { workflowService } = client;
  const { namespace } = client.options;

  async function listRows(query: string, pageSize: number, nextPageToken?: Uint8Array) {
    try {
      return await workflowService.listWorkflowExecutions({ namespace, query, pageSize, nextPageToken });
    } catch (error) {
      if (codeOf(error) !== INVALID_ARGUMENT) throw error;
      const path = nextPageToken ? 'query.cursor' : 'query.filters[]';
      const issue: FieldIssue = { path, message: 'the workflow engine cannot read it', code: 'unreadable' };
      throw platformErrors.validation({}, { errors: [issue], cause: error });
    }
  }

  function describeRun(workflowId: string, runId?: string): Promise<WorkflowExecutionDescription> {
    return client.workflow.getHandle(workflowId, runId).describe();
  }

  async function events(
    { workflowId, runId }: Pick<JobRun, 'workflowId' | 'runId'>,
    historyEventFilterType?: number,
  ): Promise<HistoryEvent[]> {
    const { history } = await workflowService.getWorkflowExecutionHistory({
      namespace,
      execution: { workflowId, runId },
      maximumPageSize: 1,
      historyEventFilterType,
    });
    return history?.events ?? [];
  }

  async function explain(run: JobRun, described?: Description): Promise<Job> {
    if (run.status === 'running') {
      return { ...run, ...explainRunning(described ?? (await describeRun(run.workflowId, run.runId)).raw) };
    }
    if (run.status === 'completed' && run.outcome !== null && run.outcome !== 'ok')
      return { ...run, waiting: false, stuck: false, idle: false, reason: await reasonOf(run) };
    const unexplained = ['completed', 'cancelled', 'continued', 'paused'].includes(run.status);
    const end = unexplained ? [] : await events(run, HISTORY_EVENT_FILTER_TYPE_CLOSE_EVENT);
    return { ...run, waiting: false, stuck: false, idle: false, reason: readEnd(end.at(-1)) };
  }

  /** What a run says of its end beside its result. */
  async function reasonOf({ workflowId, runId }: JobRun): Promise<string | null> {
    const handle = client.workflow.getHandle(workflowId, runId);
    const { reason } = (await handle.result()) as Partial<Ended>;
    return reason ? readableReason(reason) : null;
  }

  /** What a running workflow says of itself; null where it has no such query, or no worker to run it. */
  async function stepOf({ workflowId, runId, status }: JobRun): Promise<string | null> {
    if (status !== 'running') return null;
    try {
      const handle = client.workflow.getHandle(workflowId, runId);
      const step = await client.withDeadline(Date.now() + STEP_MS, () => handle.query<unknown>('step'));
      return typeof step === 'string' ? step : null;
    } catch {
      return null;
    }
  }

  async function nextTimerOf({ workflowId, runId, status }: JobRun): Promise<Date | null> {
    if (status !== 'running') return null;
    const { history } = await workflowService.getWorkflowExecutionHistoryReverse({
      namespace,
      execution: { workflowId, runId },
      maximumPageSize: TIMER_EVENTS,
    });
    return nextTimer(history?.events ?? []);
  }

  return {
    async list({ query, limit, from }) {
      const { executions, nextPageToken } = await listRows(query, limit, from);
      const runs = (executions ?? []).map(readRun);
      const rows: Job[] = [];
      for (let at = 0; at < runs.length; at += PARALLEL) {
        // A run may have gone since it was listed; then nobody can say more of it.
        const explained = runs
          .slice(at, at + PARALLEL)
          .map((run) =>
            explain(run).catch(() => ({ ...run, waiting: false, stuck: false, idle: false, reason: null })),
          );
        rows.push(...(await Promise.all(explained)));
      }
      // The engine gives a token after each full page, also after the last.
      const more = nextPageToken?.length ? await listRows(query, 1, nextPageToken) : undefined;
      return { rows, next: more?.executions?.length && nextPageToken ? nextPageToken : null };
    },

    async describe(workflowId, runId) {
      const description = await describeRun(workflowId, runId);
      const described = description.raw;
      const run = readRun(described.workflowExecutionInfo ?? {});
      // A run that has just begun replies to its query once its first timer is set.
      const waitsFor = async () => ({
        step: await stepOf(run),
        nextTimerAt: beginsAt(described, run) ?? (await nextTimerOf(run)),
      });
      const [job, [first], summary, waits] = await Promise.all([
        explain(run, described),
        events(run),
        description.staticSummary(),
        waitsFor(),
      ]);
      return {
        ...job,
        ...waits,
        summary: summary ?? null,
        attempt: first?.workflowExecutionStartedEventAttributes?.attempt ?? 1,
        cancelRequested: described.workflowExtendedInfo?.cancelRequested ?? false,
        historyLength: Number(described.workflowExecutionInfo?.historyLength ?? 0),
        failingTaskAttempts: failingTaskAttempts(described),
        // Of a run that was ended from outside the engine still lists what it was at.
        pendingActivities: run.closedAt === null ? readPending(described) : [],
      };
    },

    async cancel(workflowId, { identity, requestId }) {
      const workflowExecution = { workflowId };
      const reason = 'Asked for by an operator';
      try {
        await workflowService.requestCancelWorkflowExecution({
          namespace,
          workflowExecution,
          identity,
          requestId,
          reason,
        });
      } catch (error) {
        // It was there a moment ago, so it has ended meanwhile.
        if (codeOf(error) === NOT_FOUND) throw jobsErrors.alreadyEnded({ status: 'over' }, { cause: error });
        throw error;
      }
    },
  };
}

/** When a run begins that was started to begin later; null where it has begun. */
function beginsAt({ workflowExecutionInfo: info }: Description, { status, startedAt }: JobRun): Date | null {
  const at = optionalTsToDate(info?.executionTime);
  return status === 'running' && at && at > startedAt && at.getTime() > Date.now() ? at : null;
}

function codeOf(error: unknown): number | undefined {
  return isGrpcServiceError(error) ? Number(error.code) : undefined;
}
