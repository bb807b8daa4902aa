import { Runtime } from '@temporalio/worker';
import { assertSchemaIsCurrent } from '#db/kernel/migrate.js';
import { parseConfig } from '#lib/config.js';
import { createContainer } from '#runtime/container.js';
import { exitWithLogLine, exitWithOneLine, logWarnings } from '#lib/exit.js';
import { engineLogger, nativeLogging } from '#runtime/engine-logger.js';
import { createLogger, type Logger } from '#lib/logger.js';
import { createFailedTaskLines } from '#runtime/failed-tasks.js';
import { createEngineMetrics } from '#runtime/metrics/engine-metrics.js';
import { startMetricsServer } from '#runtime/metrics/metrics-server.js';
import { runWorkers } from '#runtime/run-workers.js';
import { startProcessReport } from '#runtime/process-report.js';
import { onShutdown } from '#runtime/shutdown.js';
import { startTracing } from '#runtime/tracing/start-tracing.js';

/** The worker process: the roles of WORKER_ROLES, by default all of them. */
let log: Logger | undefined;
try {
  const config = parseConfig(process.env);
  const logger = createLogger({ level: config.LOG_LEVEL, name: 'worker' });
  log = logger;
  logWarnings(logger);
  await startTracing(config, { name: 'worker', logger });
  const container = await createContainer(config, { name: 'worker', logger });
  // The signals are ours: the runtime must not end workers behind our back.
  const engine = config.METRICS_PORT === undefined ? undefined : await createEngineMetrics();
  Runtime.install({
    logger: engineLogger(logger, createFailedTaskLines(container.gateway.client, logger)),
    shutdownSignals: [],
    telemetryOptions: { ...engine?.telemetryOptions, logging: nativeLogging },
  });
  await assertSchemaIsCurrent(container.knex);
  await container.start();
  await startMetricsServer(container, engine?.text);
  const workers = await runWorkers(container, config.WORKER_ROLES);
  workers.ended.catch(exitWithLogLine(logger));
  startProcessReport(container, 'worker', config.WORKER_ROLES);
  onShutdown(container.logger, config.SHUTDOWN_GRACE_SECONDS + 5, async () => {
    await workers.stop();
    await container.stop();
  });
  // Not before signals are handled: a deploy may ask a worker to stop as soon as it says so.
  logger.info({ roles: config.WORKER_ROLES }, 'workers are running');
} catch (error) {
  (log ? exitWithLogLine(log) : exitWithOneLine)(error);
}
