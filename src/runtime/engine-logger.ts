import type { Logger as EngineLogger, LogLevel } from '@temporalio/worker';
import type { Logger } from '#lib/logger.js';

const levels: Record<LogLevel, 'trace' | 'debug' | 'info' | 'warn' | 'error'> = {
  TRACE: 'trace',
  DEBUG: 'debug',
  INFO: 'debug',
  WARN: 'warn',
  ERROR: 'error',
};

/** Lines that the SDK writes before anybody can tell it which request they belong to; the interceptors write their own. */
const TOO_EARLY = new Set(['Workflow started', 'Activity started']);

/** Sends what the engine's SDK logs through our logger, its information lines as debug. */
export function engineLogger(logger: Logger): EngineLogger {
  const log = (level: LogLevel, message: string, meta?: Record<string | symbol, unknown>) => {
    if (TOO_EARLY.has(message)) return;
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
