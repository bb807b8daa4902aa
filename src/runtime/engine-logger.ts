import type { Logger as EngineLogger, LogLevel } from '@temporalio/worker';
import type { FailedTask } from './failed-tasks.js';
import type { Logger } from '#lib/logger.js';

const levels: Record<LogLevel, 'trace' | 'debug' | 'info' | 'warn' | 'error'> = {
  TRACE: 'trace',
  DEBUG: 'debug',
  INFO: 'debug',
  WARN: 'warn',
  ERROR: 'error',
};

/**
 * What the native half of the SDK says comes through our logger too, as JSON: that a workflow task failed is known there
 * alone.
 */
export const nativeLogging = { forward: {}, filter: { core: 'WARN' as const, other: 'ERROR' as const } };

/** Lines that the SDK writes before anybody can tell it which request they belong to; the interceptors write their own. */
const TOO_EARLY = new Set(['Workflow started', 'Activity started']);

/** The native half's line about a task that failed; it names the run. */
const FAILED_TASK = 'Failing workflow task';

/**
 * Sends what the engine's SDK logs through our logger, its information lines as debug.
 * @param onFailedTask is given workflow tasks that failed, instead of a line that names only their run
 */
export function engineLogger(
  logger: Logger,
  onFailedTask?: (task: FailedTask) => Promise<void>,
): EngineLogger {
  const log = (level: LogLevel, message: string, meta?: Record<string | symbol, unknown>) => {
    if (TOO_EARLY.has(message)) return;
    const runId = meta?.['runId'] ?? meta?.['run_id'];
    if (onFailedTask && message === FAILED_TASK && typeof runId === 'string')
      return void onFailedTask({ runId, failure: meta?.['failure'] });
    logger[levels[level]](meta ?? {}, message);
  };
  return {
    log,
    trace: (message, meta) => log('TRACE', message, meta),
    debug: (message, meta) => log('DEBUG', message, meta),
    info: (message, meta) => log('INFO', message, meta),
    warn: (message, meta) => log('WARN', message, meta),
    error: (message, meta) => log('ERROR', message, meta),
  };
}
