import { createProcessesRepository, REPORT_MS } from '#db/health/processes.repository.js';
import { newId } from '#lib/ids.js';
import { localFindings } from '#operations/health/local-findings.js';
import type { Container } from './container.js';

/**
 * Reports every few seconds that this process lives and what it cannot do: another process shows it to the administrators, and
 * misses a worker that is silent.
 * @param roles of a worker; empty for the API
 */
export function startProcessReport(
  container: Pick<Container, 'knex' | 'storageWatch' | 'logger' | 'onStop'>,
  name: string,
  roles: readonly string[],
): void {
  const { knex, logger } = container;
  const processes = createProcessesRepository(knex);
  const id = newId();
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();

  async function report(): Promise<void> {
    try {
      await processes.report({ id, name, roles, findings: localFindings(container) });
    } catch (error) {
      logger.debug({ err: error }, 'process could not report');
    }
  }
  const next = (ms: number) => {
    timer = setTimeout(() => {
      underWay = report().finally(() => timer && next(REPORT_MS));
    }, ms);
    timer.unref();
  };
  next(0);
  container.onStop(async () => {
    clearTimeout(timer);
    timer = undefined;
    await underWay;
    await processes
      .stopped(id)
      .catch((error: unknown) => logger.debug({ err: error }, 'process could not report its end'));
  });
}
