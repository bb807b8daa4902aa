import {
  type ActivityOptions,
  condition as conditionOf,
  type LocalActivityOptions,
  proxyActivities as proxy,
  proxyLocalActivities as proxyLocal,
  sleep as sleepFor,
} from '@temporalio/workflow';
import type { Duration } from '@temporalio/common';

/**
 * Steps and timers of workflows. Each has a summary, a line that the engine's web UI shows in place of the name of a
 * function; it is also the detail "Now:" on the page of the run.
 */
interface Summarized {
  /** One line, imperative, for operators; it names ids and numbers, never people. */
  summary: string;
}

/** The activities of a feature under one set of options. */
export const proxyActivities: <Activities>(
  options: ActivityOptions & Summarized,
) => ReturnType<typeof proxy<Activities>> = (options) => proxy(options);

/** The same for short steps on the database, which run in the workflow's own worker. */
export const proxyLocalActivities: <Activities>(
  options: LocalActivityOptions & Summarized,
) => ReturnType<typeof proxyLocal<Activities>> = (options) => proxyLocal(options);

/**
 * Waits until `isMet`, at most for `timeout`.
 * @returns whether it is met
 */
export function condition(isMet: () => boolean, timeout: Duration, summary: string): Promise<boolean> {
  return conditionOf(isMet, timeout, { summary });
}

export function sleep(time: Duration, summary: string): Promise<void> {
  return sleepFor(time, { summary });
}
