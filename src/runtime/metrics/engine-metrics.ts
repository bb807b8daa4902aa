import type { RuntimeOptions } from '@temporalio/worker';
import { freePort } from './free-port.js';

/** Metrics that the engine's SDK gives of itself in a worker, as far as the documentation and the dashboard use them. */
export const engineMetrics: Readonly<Record<string, string>> = {
  temporal_workflow_completed_total: 'Workflows that ended well',
  temporal_workflow_failed_total: 'Workflows that failed',
  temporal_workflow_canceled_total: 'Workflows that were cancelled',
  temporal_workflow_endtoend_latency_seconds: 'From the start of a workflow to its end',
  temporal_workflow_task_schedule_to_start_latency_seconds: 'How long a workflow task waited for a worker',
  temporal_workflow_task_execution_failed_total:
    'Workflow tasks that failed, as of a version that cannot replay what runs',
  temporal_workflow_task_execution_latency_seconds: 'How long a workflow task took',
  temporal_activity_schedule_to_start_latency_seconds: 'How long an activity waited for a worker',
  temporal_activity_execution_latency_seconds: 'How long an activity took',
  temporal_local_activity_execution_latency_seconds: 'How long a local activity took',
  temporal_sticky_cache_size: 'Workflows held in memory',
  temporal_worker_task_slots_available: 'Free places for tasks, by queue and kind',
  temporal_worker_task_slots_used: 'Taken places for tasks, by queue and kind',
  temporal_num_pollers: 'Pollers, by queue and kind',
};

export interface EngineMetrics {
  telemetryOptions: NonNullable<RuntimeOptions['telemetryOptions']>;
  /** The SDK's current metrics; it serves them by itself, on a port of the loopback address that only we read. */
  text(): Promise<string>;
}

const READ_MS = 2_000;

/** Has the SDK count, for `Runtime.install`, so that its metrics can be read with ours at one address. */
export async function createEngineMetrics(): Promise<EngineMetrics> {
  const bindAddress = `127.0.0.1:${await freePort()}`;
  return {
    telemetryOptions: {
      metrics: {
        prometheus: {
          bindAddress,
          countersTotalSuffix: true,
          unitSuffix: true,
          useSecondsForDurations: true,
        },
      },
    },
    async text() {
      const response = await fetch(`http://${bindAddress}/metrics`, { signal: AbortSignal.timeout(READ_MS) });
      return response.text();
    },
  };
}
