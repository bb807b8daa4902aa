import { AsyncLocalStorage } from 'node:async_hooks';

/** What every log line of one request, activity or delivery carries. */
export interface RequestScope {
  requestId: string;
  actor?: string;
  workflowId?: string;
  activity?: string;
}

/** One storage for both: each one takes part in every promise of the process, which shows in what a request costs. */
const storage = new AsyncLocalStorage<{ request?: RequestScope; unitOfWork: boolean }>();

/** Runs `work` so that every log line written inside it carries `scope`. */
export function withRequestScope<T>(scope: RequestScope, work: () => T): T {
  return storage.run({ request: scope, unitOfWork: insideUnitOfWork() }, work);
}

/** The scope of the running request, or undefined outside of one. */
export function requestScope(): RequestScope | undefined {
  return storage.getStore()?.request;
}

/** Whether the running code is inside a unit of work. */
export function insideUnitOfWork(): boolean {
  return storage.getStore()?.unitOfWork ?? false;
}

/** Awaits inside the scope: a query builder does its work only when it is awaited. */
export function enterUnitOfWork<T>(work: () => Promise<T>): Promise<T> {
  return storage.run({ request: requestScope(), unitOfWork: true }, async () => await work());
}
