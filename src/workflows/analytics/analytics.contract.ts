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

/**
 * Computes the dashboard: marked days anew from the raw rows, some dozens at a time, then the snapshots of all windows.
 * A manual and a scheduled run may meet: one of them computes, the other ends. A long rebuild continues as new.
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
});
