import { parseConfig } from '#lib/config.js';
import { exitWithOneLine } from '#lib/exit.js';
import { createContainer } from '#runtime/container.js';
import { finishDemoData } from './seed/load-demo-data.js';

/** Longer than the import of the demo data takes on a slow machine. */
const WAIT_MS = 120_000;

/** Computes the dashboard of the demo data once the running platform has imported its last products. */
try {
  const container = await createContainer(parseConfig(process.env), { name: 'demo-dashboard' });
  await finishDemoData(container, { say: (line) => console.log(line), waitMs: WAIT_MS });
  await container.stop();
} catch (error) {
  exitWithOneLine(error);
}
