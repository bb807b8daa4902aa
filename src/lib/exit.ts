import type { Logger } from './logger.js';

/** Ends the process with one readable line: what happened, without a stack, for the person who started it. */
export function exitWithOneLine(error: unknown): never {
  const message = error instanceof Error ? error.message || error.name : String(error);
  console.error(message.split('\n')[0]);
  process.exit(1);
}

/** The same for a process whose log is structured: the line is one of its log. */
export function exitWithLogLine(logger: Pick<Logger, 'fatal'>): (error: unknown) => never {
  return (error) => {
    logger.fatal({ err: error }, 'process ended');
    process.exit(1);
  };
}

/** Warnings of Node itself become lines of the log, which are JSON; by default they are text among them. */
export function logWarnings(logger: Pick<Logger, 'warn'>): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => logger.warn({ err: warning }, 'Node warns'));
}
