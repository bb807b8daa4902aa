import type { Outcome } from '#domain/_shared/outcome.js';

/** How far a run of a workflow is; in the words of the interface, with those of the engine's lists. */
export const jobStatuses = {
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Canceled',
  terminated: 'Terminated',
  continued: 'ContinuedAsNew',
  timed_out: 'TimedOut',
  paused: 'Paused',
} as const;
export type JobStatus = keyof typeof jobStatuses;

export const jobStatusNames = Object.keys(jobStatuses) as [JobStatus, ...JobStatus[]];

/** What the run is about, as far as its workflow says. */
export interface JobEntities {
  orderId: string | null;
  orderNumber: string | null;
  vendorId: string | null;
  productId: string | null;
  customerId: string | null;
}

/** One run of a workflow, as a list of the engine knows it. */
export interface JobRun {
  workflowId: string;
  runId: string;
  type: string;
  status: JobStatus;
  startedAt: Date;
  closedAt: Date | null;
  /** How it stands, or how it ended; null for a run of an earlier release. */
  outcome: Outcome | null;
  entities: JobEntities;
  /** The run that started this one as its child. */
  parent: { workflowId: string; runId: string } | null;
}

/** A run with why it is where it is. */
export interface Job extends JobRun {
  /** Runs, but only waits for the next attempt of something that failed. */
  waiting: boolean;
  /** The workflow's own code fails: it goes on with a corrected version only. */
  stuck: boolean;
  /** Runs without anything to do: it waits for a time or a signal. */
  idle: boolean;
  /** Why it failed or waits; null where there is nothing to explain. */
  reason: string | null;
}

/** `queued` waits for a worker, `backing_off` for its next attempt. */
export type PendingState = 'queued' | 'running' | 'backing_off' | 'cancelling' | 'paused';

export interface PendingActivity {
  type: string;
  state: PendingState;
  attempt: number;
  /** Null where it is tried for as long as its time lasts. */
  maximumAttempts: number | null;
  lastFailure: string | null;
  nextAttemptAt: Date | null;
  lastStartedAt: Date | null;
}

export interface JobDetail extends Job {
  /** What the run is doing right now, in the words of its `step` query; null where it says nothing. */
  step: string | null;
  /** When its next timer fires; null where none is open. */
  nextTimerAt: Date | null;
  /** What the run is for, in a line. */
  summary: string | null;
  /** Of the workflow as a whole: above one where it is retried. */
  attempt: number;
  cancelRequested: boolean;
  historyLength: number;
  /** Failed attempts in a row to go on with the workflow's code: above zero it hangs, on an error of ours. */
  failingTaskAttempts: number;
  pendingActivities: PendingActivity[];
}

/** Runs that are the engine's own, such as those behind its schedules: they are nobody's job. */
export function isEngineOwn(workflowId: string): boolean {
  return workflowId.startsWith('temporal-sys-');
}
