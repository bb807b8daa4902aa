import { type Client, ScheduleNotFoundError } from '@temporalio/client';

export interface EngineSchedule {
  paused: boolean;
  /** What was written when it was paused or resumed; else what it is for. */
  note: string | null;
  nextAt: Date | null;
  last: { workflowId: string; runId: string; startedAt: Date; status: string } | null;
}

/** The schedules of the namespace. Its errors come out as they are. */
export interface EngineSchedules {
  /** Undefined where the engine has none of this id. */
  describe(id: string): Promise<EngineSchedule | undefined>;
  /** False where the engine has none of this id. A repeat changes nothing but the note. */
  pause(id: string, note: string): Promise<boolean>;
  resume(id: string, note: string): Promise<boolean>;
  /** Starts a run now, unless one runs. */
  run(id: string): Promise<boolean>;
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

  const act = async (work: () => Promise<void>) =>
    (await found(async () => {
      await work();
      return true;
    })) ?? false;

  return {
    describe: (id) =>
      found(async () => {
        const { state, info } = await client.schedule.getHandle(id).describe();
        const recent = info.recentActions.at(-1);
        const run = recent?.action.type === 'startWorkflow' ? recent.action.workflow : undefined;
        return {
          paused: state.paused,
          note: state.note ?? null,
          nextAt: info.nextActionTimes[0] ?? null,
          last:
            recent && run
              ? {
                  workflowId: run.workflowId,
                  runId: run.firstExecutionRunId,
                  startedAt: recent.takenAt,
                  status: await statusOf(run.workflowId, run.firstExecutionRunId),
                }
              : null,
        };
      }),
    pause: (id, note) => act(() => client.schedule.getHandle(id).pause(note)),
    resume: (id, note) => act(() => client.schedule.getHandle(id).unpause(note)),
    run: (id) => act(() => client.schedule.getHandle(id).trigger()),
  };
}
