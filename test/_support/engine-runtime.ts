import { Runtime } from '@temporalio/worker';
import { engineLogger } from '#lib/engine-logger.js';
import { createLogger, type Logger } from '#lib/logger.js';

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
