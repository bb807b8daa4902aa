import type { Logger } from '#lib/logger.js';
import { watchParent } from './parent-watch.js';

/**
 * Runs `work` once when the process is told to stop (SIGTERM, SIGINT) or its supervisor is gone (the pipe it was given
 * closes), then exits. A stop that takes longer than `graceSeconds` is cut off, and says so.
 */
export function onShutdown(logger: Logger, graceSeconds: number, work: () => Promise<void>): void {
  let stopping = false;
  async function stop(reason: string): Promise<void> {
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, 'stopping');
    const late = setTimeout(() => {
      logger.error('shutdown timed out');
      process.exit(1);
    }, graceSeconds * 1_000);
    try {
      await work();
      clearTimeout(late);
      process.exit(0);
    } catch (error) {
      logger.error({ err: error }, 'stopped with an error');
      process.exit(1);
    }
  }
  process.once('SIGTERM', () => void stop('SIGTERM'));
  process.once('SIGINT', () => void stop('SIGINT'));
  watchParent(() => void stop('supervisor is gone'));
}
