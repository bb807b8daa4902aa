import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<true>();

/** Whether the running code is inside a unit of work. */
export function insideUnitOfWork(): boolean {
  return scope.getStore() === true;
}

/** Awaits inside the scope: a query builder does its work only when it is awaited. */
export function enterUnitOfWork<T>(work: () => Promise<T>): Promise<T> {
  return scope.run(true, async () => await work());
}
