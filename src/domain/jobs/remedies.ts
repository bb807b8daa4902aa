import type { Feature } from '#domain/_shared/feature.js';
import { features } from '#domain/features.js';
import type { JobRemedy, JobRetry } from './job-remedy.js';
import type { Job } from './job.js';

/** What an operator does about a run that failed or was ended from outside, by workflow. */
export const remedies: Readonly<Record<string, JobRemedy>> = Object.assign(
  {},
  ...features.map((feature: Feature) => feature.remedies),
);

const ended: ReadonlySet<Job['status']> = new Set(['failed', 'terminated', 'timed_out']);

/** How a run that has ended otherwise than by its own end can be retried; null while it runs, and where nothing can. */
export function retryOf({
  type,
  status,
}: Pick<Job, 'type' | 'status'>): Exclude<JobRetry, { way: 'never' }> | null {
  const retry = remedies[type]?.retry;
  if (!retry || retry.way === 'never' || !(ended.has(status) || status === 'cancelled')) return null;
  return retry;
}

/** What to do about a run that failed or is stuck, in one sentence; null where there is nothing to do. */
export function remedyOf({ type, status, waiting, stuck }: Omit<Job, 'reason'>): string | null {
  if (ended.has(status))
    return remedies[type]?.text ?? 'Correct what the reason names, then start it again where it was started.';
  if (status !== 'running') return null;
  if (stuck) return 'Deploy a version of the code that can replay this run: it then continues by itself.';
  return waiting ? 'It is tried again by itself; correct what the reason names where that persists.' : null;
}
