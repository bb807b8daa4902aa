export const runStates = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
export type RunState = (typeof runStates)[number];

/** A run that brings all products of its scope into the index. */
export interface SearchRun {
  id: string;
  /** Null for all vendors. */
  vendorId: string | null;
  batchSize: number;
  state: RunState;
  /** The collection that goes live when the run is completed. */
  builds: string | null;
  /** The last product of the last batch. */
  cursor: string | null;
  indexed: number;
  failed: number;
  total: number;
  error: string | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  createdAt: Date;
}

export const DEFAULT_BATCH_SIZE = 500;
export const MAX_BATCH_SIZE = 2_000;
