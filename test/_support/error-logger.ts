import { createLogger, type Logger } from '#lib/logger.js';

/** A logger that keeps the lines of level error (50) and above. */
export function errorLogger(lines: string[]): Logger {
  return createLogger({ level: 'error', name: 'test' }, { write: (line: string) => void lines.push(line) });
}
