import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Logger } from '#lib/logger.js';

/** The engine's list of runs is a moment behind. */
const LIST_LATE_MS = 1_000;
const ATTEMPTS = 3;
/** A run whose tasks fail repeats them with a growing pause: one line in a minute names it. */
const AGAIN_MS = 60_000;
const DEADLINE_MS = 2_000;

export interface FailedTask {
  runId: string;
  /** As the SDK words it. */
  failure: unknown;
}

/**
 * Says in one line which workflow has failed a task: the SDK knows the run alone, and the engine the rest. A version of the code
 * that cannot continue what runs looks like this.
 */
export function createFailedTaskLines(
  client: Pick<Client, 'workflow' | 'withDeadline'>,
  logger: Pick<Logger, 'error'>,
) {
  const said = new Map<string, number>();

  async function find(runId: string): Promise<{ workflowId?: string; workflowType?: string }> {
    try {
      return await client.withDeadline(Date.now() + DEADLINE_MS, async () => {
        for await (const { workflowId, type } of client.workflow.list({ query: `RunId = '${runId}'` }))
          return { workflowId, workflowType: type };
        return {};
      });
    } catch {
      // The run is named by its own id, at least.
      return {};
    }
  }

  return async ({ runId, failure }: FailedTask): Promise<void> => {
    const now = performance.now();
    for (const [known, at] of said) if (now - at >= AGAIN_MS) said.delete(known);
    if (said.has(runId)) return;
    said.set(runId, now);
    let run = await find(runId);
    for (let attempt = 1; attempt < ATTEMPTS && run.workflowId === undefined; attempt += 1) {
      await sleep(LIST_LATE_MS, undefined, { ref: false });
      run = await find(runId);
    }
    logger.error({ ...run, runId, failure: String(failure).slice(0, 2_000) }, 'workflow task failed');
  };
}
