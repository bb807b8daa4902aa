import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from '@temporalio/worker';
import { installRuntime } from './engine-runtime.js';

const folder = join(import.meta.dirname, '..', '..', 'temporal', 'histories');

/** Every recorded run, as `<workflow>/<number>.json`. */
export const recordedRuns = existsSync(folder)
  ? readdirSync(folder, { recursive: true })
      .map(String)
      .filter((file) => file.endsWith('.json'))
      .sort()
  : [];

/**
 * Replays recorded runs on a bundle of workflows, by default all. Returns how each went: `ok`, or the error.
 * @param name what the replaying worker is called
 */
export async function replayRecordedRuns(
  name: string,
  codePath: string,
  runs: readonly string[] = recordedRuns,
): Promise<Map<string, unknown>> {
  installRuntime();
  const histories = runs.map((workflowId) => ({
    workflowId,
    history: JSON.parse(readFileSync(join(folder, workflowId), 'utf8')) as never,
  }));
  const results = new Map<string, unknown>();
  // In a thread, as workers run them: for debugging the SDK would watch every promise of this process from here on.
  const options = { workflowBundle: { codePath }, replayName: name, debugMode: false };
  for await (const { workflowId, error } of Worker.runReplayHistories(options, histories)) {
    results.set(workflowId, error ?? 'ok');
  }
  return results;
}
