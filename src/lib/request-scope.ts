import { AsyncLocalStorage } from 'node:async_hooks';

/** What every log line of one request, activity or delivery carries. */
export interface RequestScope {
  requestId: string;
  actor?: string;
  workflowId?: string;
  activity?: string;
}

const storage = new AsyncLocalStorage<RequestScope>();

/** Runs `work` so that every log line written inside it carries `scope`. */
export function withRequestScope<T>(scope: RequestScope, work: () => T): T {
  return storage.run(scope, work);
}

/** The scope of the running request, or undefined outside of one. */
export function requestScope(): RequestScope | undefined {
  return storage.getStore();
}
