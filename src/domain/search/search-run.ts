import {
  type Columns,
  instant,
  integer,
  nullable,
  type RowOf,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';

export const runStates = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
export type RunState = (typeof runStates)[number];

/** A run that brings all products of its scope into the index. */
export const searchRunColumns = {
  id: uuid,
  /** Null for all vendors. */
  vendorId: nullable(uuid),
  batchSize: integer,
  state: textOf<RunState>(),
  /** The collection that goes live when the run is completed. */
  builds: nullable(text),
  /** The last product of the last batch. */
  cursor: nullable(uuid),
  indexed: integer,
  failed: integer,
  total: integer,
  error: nullable(text),
  startedAt: nullable(instant),
  finishedAt: nullable(instant),
  createdAt: instant,
} as const satisfies Columns;
export type SearchRun = RowOf<typeof searchRunColumns>;

export const DEFAULT_BATCH_SIZE = 500;
export const MAX_BATCH_SIZE = 2_000;
