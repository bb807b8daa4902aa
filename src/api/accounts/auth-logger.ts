import type { Logger } from '#lib/logger.js';

type Level = 'debug' | 'info' | 'success' | 'warn' | 'error';

/**
 * better-auth's log lines through our logger. Its warnings are what clients do wrong, so they are information here.
 * Of what it passes along only errors are kept: the rest may hold addresses and tokens.
 */
export function authLogger(logger: Logger) {
  const levels = { debug: 'debug', info: 'debug', success: 'debug', warn: 'info', error: 'error' } as const;
  return {
    level: 'warn' as const,
    disableColors: true,
    log(level: Level, message: string, ...details: unknown[]): void {
      const err = details.find((detail) => detail instanceof Error);
      logger[levels[level]]({ part: 'better-auth', err }, message);
    },
  };
}
