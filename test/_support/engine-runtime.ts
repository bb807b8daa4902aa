import { Runtime } from '@temporalio/worker';
import { engineLogger } from '#runtime/engine-logger.js';
import { createLogger, type Logger } from '#lib/logger.js';

let runtimeInstalled = false;

/** The SDK's own log lines would drown the results, so they go nowhere while nobody hears them. */
const silent = createLogger({ level: process.env['TEST_LOG_LEVEL'] ?? 'fatal', name: 'engine' });
let received = engineLogger(silent);

/** Has the lines of the engine's SDK written to `logger` until the function that it returns is called. */
export function logEngine(logger: Logger): () => void {
  received = engineLogger(logger);
  return () => {
    received = engineLogger(silent);
  };
}

/** The SDK has one runtime, and it one logger, for all files of a process. */
export function installRuntime(): void {
  if (runtimeInstalled) return;
  runtimeInstalled = true;
  // The worker of a build finds its bundle beside it; a test is given one.
  const bundle = process.env['TEST_WORKFLOW_BUNDLE'];
  if (bundle) process.env['WORKFLOW_BUNDLE'] = bundle;
  Runtime.install({
    logger: {
      log: (...line) => received.log(...line),
      trace: (...line) => received.trace(...line),
      debug: (...line) => received.debug(...line),
      info: (...line) => received.info(...line),
      warn: (...line) => received.warn(...line),
      error: (...line) => received.error(...line),
    },
    shutdownSignals: [],
    // Forwarded lines would need a timer, which keeps the process of the tests alive.
    telemetryOptions: { logging: { filter: 'off' } },
  });
}
