import { APIError } from 'better-auth/api';
import type { Logger } from '#lib/logger.js';

type Level = 'debug' | 'info' | 'success' | 'warn' | 'error';

/**
 * better-auth's log lines through our logger. Its warnings, and the errors that it says without a failure or with a refusal of its
 * own, are what clients do wrong (an unknown origin, a wrong password), so they are information here: nobody can fill the log
 * with errors from outside. Failures behind them are thrown as well and logged by `mapFailures`.
 * Of what it passes along only errors are kept: the rest may hold addresses and tokens.
 */
export function authLogger(logger: Logger) {
  const levels = { debug: 'debug', info: 'debug', success: 'debug', warn: 'info', error: 'error' } as const;
  return {
    level: 'warn' as const,
    disableColors: true,
    log(level: Level, message: string, ...details: unknown[]): void {
      const err = details.find((detail) => detail instanceof Error);
      const isRefusal = err === undefined || isCallers(err);
      logger[level === 'error' && isRefusal ? 'info' : levels[level]]({ part: 'better-auth', err }, message);
    },
  };
}

/** A refusal, or the state of a sign-in elsewhere that this installation never gave out (its class is not exported). */
function isCallers(error: Error): boolean {
  if (error instanceof APIError) return error.statusCode < 500;
  return (
    error.name === 'BetterAuthError' &&
    /^state_(invalid|mismatch|not_found|security_mismatch)$/.test(String((error as { code?: unknown }).code))
  );
}
