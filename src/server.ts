import { createApp } from '#api/app.js';
import { ensureSuperAdmin } from '#api/access/ensure-super-admin.js';
import { createAccounts } from '#api/accounts/accounts.js';
import { createHttpServer, drainHttpServer } from '#api/http-server.js';
import { assertSchemaIsCurrent } from '#db/kernel/migrate.js';
import { parseConfig } from '#lib/config.js';
import { createContainer } from '#runtime/container.js';
import { exitWithLogLine, exitWithOneLine, logWarnings } from '#lib/exit.js';
import { createLogger, type Logger } from '#lib/logger.js';
import { startMetricsServer } from '#runtime/metrics/metrics-server.js';
import { startProcessReport } from '#runtime/process-report.js';
import { onShutdown } from '#runtime/shutdown.js';
import { startTracing } from '#runtime/tracing/start-tracing.js';

/** The API process: configuration, container, HTTP. */
let log: Logger | undefined;
try {
  const config = parseConfig(process.env);
  const logger = createLogger({ level: config.LOG_LEVEL, name: 'api' });
  log = logger;
  logWarnings(logger);
  await startTracing(config, { name: 'api', logger });
  const container = await createContainer(config, { name: 'api', logger });
  await assertSchemaIsCurrent(container.knex);
  await container.start();
  await startMetricsServer(container);
  startProcessReport(container, 'api', []);
  // The first administrator of a new installation; afterwards one look.
  await ensureSuperAdmin(container);
  const server = createHttpServer(createApp(container, createAccounts(container)));
  server.once('error', exitWithLogLine(logger));
  server.listen(config.PORT, config.HOST, () =>
    container.logger.info({ port: config.PORT }, 'API is listening'),
  );

  onShutdown(container.logger, config.SHUTDOWN_GRACE_SECONDS + 5, async () => {
    const { streams, logger } = container;
    await drainHttpServer(server, { streams, logger, graceMs: config.SHUTDOWN_GRACE_SECONDS * 1_000 });
    await container.stop();
  });
} catch (error) {
  (log ? exitWithLogLine(log) : exitWithOneLine)(error);
}
