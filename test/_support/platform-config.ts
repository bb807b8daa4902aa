import { Runtime } from '@temporalio/worker';
import { parseConfig } from '#lib/config.js';
import { engineLogger } from '#lib/engine-logger.js';
import { createLogger, type Logger } from '#lib/logger.js';
import { provided } from './database.js';
import { takeNamespace } from './namespaces.js';

let runtimeInstalled = false;

/** Once per test file: the SDK's own log lines would drown the results, so they go nowhere unless `logger` takes them. */
export function installRuntime(logger?: Logger): void {
  if (runtimeInstalled) return;
  runtimeInstalled = true;
  // The worker of a build finds its bundle beside it; a test is given one.
  const bundle = process.env['TEST_WORKFLOW_BUNDLE'];
  if (bundle) process.env['WORKFLOW_BUNDLE'] = bundle;
  const silent = createLogger({ level: process.env['TEST_LOG_LEVEL'] ?? 'fatal', name: 'engine' });
  Runtime.install({
    logger: engineLogger(logger ?? silent),
    shutdownSignals: [],
    // Forwarded lines would need a timer, which keeps the process of the tests alive.
    telemetryOptions: { logging: { filter: 'off' } },
  });
}

/** The configuration of a test's processes: a fresh copy of the migrated database, a free namespace, no limits. */
export async function testConfig(
  databaseUrl: string,
  storageDir: string,
  extra: Record<string, string> = {},
) {
  return parseConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_MAX: '12',
    TEMPORAL_ADDRESS: provided('TEST_TEMPORAL_ADDRESS'),
    TEMPORAL_NAMESPACE: await takeNamespace(),
    STORAGE_DIR: storageDir,
    RATE_LIMIT_FACTOR: '0',
    SHUTDOWN_GRACE_SECONDS: '5',
    ...extra,
  });
}
