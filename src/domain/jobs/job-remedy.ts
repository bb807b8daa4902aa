import type { Permission } from '#domain/_shared/permission.js';

/**
 * How a run that has ended is retried. `event`: the last event of its entity is delivered again, while the row has work left.
 * `operation`: the feature's own operation reopens it, with the permission of that operation. `schedule`: its schedule
 * runs now. `never`: no operation can; the remedy says who can.
 */
export type JobRetry =
  | { readonly way: 'event'; readonly subscription: string }
  | { readonly way: 'operation'; readonly operation: string; readonly permission: Permission }
  | { readonly way: 'schedule' }
  | { readonly way: 'never' };

/** What an operator does about runs of one workflow that failed or were ended from outside. */
export interface JobRemedy {
  /** In one sentence. */
  readonly text: string;
  readonly retry: JobRetry;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** The id of the entity in the id of a run: `invoices-render-<id>`; of a feed, its name at the end. */
export function entityOfJob(workflowId: string): string {
  return UUID.exec(workflowId)?.[0] ?? workflowId.slice(workflowId.lastIndexOf('-') + 1);
}
