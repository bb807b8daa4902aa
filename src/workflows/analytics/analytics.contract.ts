import { defineSignal } from '@temporalio/workflow';
import { contract } from '#lib/workflow/contract.js';

const REFRESH = 'admin-analytics-refresh';

export interface RefreshAnalyticsInput {
  trigger: 'manual' | 'schedule';
  /** Days computed by the runs that this one continues. */
  days?: number;
}

export interface AnalyticsRefreshed {
  /** False when another run was computing already. */
  computed: boolean;
  days: number;
  computedAt: string | null;
}

/** A refresh was requested: the snapshots must include every change that was committed before. */
export const refreshRequestedSignal = defineSignal('requested');

/**
 * Computes the dashboard: marked days anew from the raw rows, some dozens at a time, then the snapshots of all windows.
 * A request that arrives while a pass computes is followed by another pass, because the rows of the first may have been
 * read before the change that the request is for. One run computes at a time: a scheduled run that meets another ends,
 * a manual one computes after it. A long rebuild continues as new.
 */
export const refreshAnalytics = contract<RefreshAnalyticsInput, AnalyticsRefreshed>()({
  name: 'refreshAnalytics',
  id: ({ trigger }) => (trigger === 'manual' ? `${REFRESH}-manual` : REFRESH),
  // The engine appends the time to the ids of scheduled runs.
  parseId: (workflowId) => /^admin-analytics-refresh-(manual|\d{4}-.+)$/.exec(workflowId)?.[1] ?? null,
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: () => ({}),
  summary: () => 'Compute the dashboard',
  signals: { requested: refreshRequestedSignal },
});

export interface AnalyticsCompared {
  days: number;
  /** Days whose rollups differed; they are marked, and the next refresh computes them. */
  differing: string[];
  sumsAgree: boolean;
}

/**
 * Compares the rollups of the last forty days and of an older month with the raw rows; null before the first refresh.
 * Started by its schedule.
 */
export const compareAnalytics = contract<void, AnalyticsCompared | null>()({
  name: 'compareAnalytics',
  id: () => 'analytics-compare',
  parseId: () => null,
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: () => ({}),
  summary: () => 'Compare the dashboard with the raw rows',
});
