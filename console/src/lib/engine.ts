import { ApiError } from 'haat-client';
import { useSyncExternalStore } from 'react';

/** Whether the last response about the workflow engine said that it is away. */
let away = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (next === away) return;
  away = next;
  for (const listener of listeners) listener();
}

export const isEngineAway = (error: unknown) =>
  error instanceof ApiError && error.status === 503 && error.reason === 'platform.engine_unavailable';

/** Learns from what a call met: an operation that needs the engine says when it is away, and shows when it is back. */
export function recordEngineState(operation: string, error?: unknown): void {
  if (isEngineAway(error)) set(true);
  else if (error === undefined && operation.startsWith('getAdminJobs')) set(false);
}

/** For a response that says it in its data. */
export const engineIsAway = (value: boolean) => set(value);

export function useEngineAway(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => away,
  );
}
