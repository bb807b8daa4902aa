import { type Client, ScheduleNotFoundError } from '@temporalio/client';
import type { ScheduleExecutionResult } from '@temporalio/client';

export interface EngineSchedule {
  paused: boolean;
  /** What was written when it was paused or resumed; else what it is for. */
  note: string | null;
  nextAt: Date | null;
  last: { workflowId: string; runId: string; startedAt: Date; status: string } | null;
}

/** The schedules of the namespace. Its errors come out as they are. */
export interface EngineSchedules {
  /**
   * All schedules of the namespace by their ids, by two calls. The engine lists a change a moment after it was made.
   */
  list(): Promise<Map<string, EngineSchedule>>;
  /** Undefined where the engine has none of this id. */
  describe(id: string): Promise<EngineSchedule | undefined>;
  /** False where the engine has none of this id. A repeat changes nothing but the note. */
  pause(id: string, note: string): Promise<boolean>;
  resume(id: string, note: string): Promise<boolean>;
  /** Starts a run now, unless one runs. */
  run(id: string): Promise<boolean>;
}

type LastRun = Omit<NonNullable<EngineSchedule['last']>, 'status'>;

/** Schedules of one page of the list; there are a few dozen. */
const PAGE = 200;
/** The engine lists runs later than it starts them. */
const LISTED_AFTER_MS = 60_000;

function lastRunOf(recent: readonly ScheduleExecutionResult[]): LastRun | null {
  const last = recent.at(-1);
  if (last?.action.type !== 'startWorkflow') return null;
  const { workflowId, firstExecutionRunId: runId } = last.action.workflow;
  return { workflowId, runId, startedAt: last.takenAt };
}

function shown(
  state: { paused: boolean; note?: string },
  info: { nextActionTimes: Date[] },
): Omit<EngineSchedule, 'last'> {
  return { paused: state.paused, note: state.note ?? null, nextAt: info.nextActionTimes[0] ?? null };
}

export function createEngineSchedules(client: Client): EngineSchedules {
  async function found<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ScheduleNotFoundError) return undefined;
      throw error;
    }
  }

  async function statusOf(workflowId: string, runId: string): Promise<string> {
    try {
      return (await client.workflow.getHandle(workflowId, runId).describe()).status.name.toLowerCase();
    } catch {
      // Ended longer ago than the engine keeps runs.
      return 'unknown';
    }
  }

  /** How runs ended, by their run ids, as the engine lists them. */
  async function statusesOf(runs: readonly LastRun[]): Promise<Map<string, string>> {
    const statuses = new Map<string, string>();
    if (runs.length === 0) return statuses;
    const query = `WorkflowId in (${runs.map(({ workflowId }) => `'${workflowId}'`).join(', ')})`;
    for await (const run of client.workflow.list({ query }))
      statuses.set(run.runId, run.status.name.toLowerCase());
    // A run that has just begun is listed a moment later.
    const began = Date.now() - LISTED_AFTER_MS;
    for (const { workflowId, runId, startedAt } of runs)
      if (!statuses.has(runId) && startedAt.getTime() > began)
        statuses.set(runId, await statusOf(workflowId, runId));
    return statuses;
  }

  const act = async (work: () => Promise<void>) =>
    (await found(async () => {
      await work();
      return true;
    })) ?? false;

  return {
    async list() {
      const rows: [string, EngineSchedule][] = [];
      const runs: LastRun[] = [];
      for await (const { scheduleId, state, info } of client.schedule.list({ pageSize: PAGE })) {
        const run = lastRunOf(info.recentActions);
        if (run) runs.push(run);
        rows.push([scheduleId, { ...shown(state, info), last: run && { ...run, status: 'unknown' } }]);
      }
      const statuses = await statusesOf(runs);
      for (const [, { last }] of rows) if (last) last.status = statuses.get(last.runId) ?? last.status;
      return new Map(rows);
    },
    describe: (id) =>
      found(async () => {
        const { state, info } = await client.schedule.getHandle(id).describe();
        const run = lastRunOf(info.recentActions);
        return {
          ...shown(state, info),
          last: run && { ...run, status: await statusOf(run.workflowId, run.runId) },
        };
      }),
    pause: (id, note) => act(() => client.schedule.getHandle(id).pause(note)),
    resume: (id, note) => act(() => client.schedule.getHandle(id).unpause(note)),
    run: (id) => act(() => client.schedule.getHandle(id).trigger()),
  };
}
