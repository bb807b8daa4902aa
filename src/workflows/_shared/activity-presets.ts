import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow';

/**
 * Named time-outs and retry policies. A workflow picks one of these; a number of its own needs a reason beside it.
 * Recovery from a crashed worker takes until the start-to-close or heartbeat time-out ends, so they are kept short.
 */

/** A few statements on our own database: over in milliseconds, retried for long, because the database comes back. */
export const databaseStep: ActivityOptions = {
  startToCloseTimeout: '10s',
  scheduleToCloseTimeout: '1h',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
};

/** The same inside the workflow's own worker: saves two round trips through the engine, so only for steps under a second. */
export const localDatabaseStep: LocalActivityOptions = {
  startToCloseTimeout: '5s',
  scheduleToCloseTimeout: '1h',
  // Past 10 s of waiting the retry is a timer of the workflow, so that it survives a restart of the worker.
  localRetryThreshold: '10s',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '30s' },
};

/** A long pass over many rows: no limit on the whole, but a silent worker is given up after 15 seconds. */
export const longPass: ActivityOptions = {
  startToCloseTimeout: '12h',
  heartbeatTimeout: '15s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s', maximumAttempts: 50 },
};

/** Rendering one document: seconds at most; a page that cannot be rendered three times will not be at the fourth. */
export const renderStep: ActivityOptions = {
  startToCloseTimeout: '2m',
  heartbeatTimeout: '10s',
  scheduleToCloseTimeout: '10m',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumAttempts: 3 },
};

/** One call to an outside service: 20 s is what a slow gateway needs; a day of retries covers its outages. */
export const outsideCall: ActivityOptions = {
  startToCloseTimeout: '20s',
  scheduleToCloseTimeout: '24h',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '5m' },
};
