import { createTemporalClient } from '#integrations/engine/temporal-client.js';
import { setUpEngine } from '#runtime/engine-setup.js';
import { parseConfig } from '#lib/config.js';
import { exitWithOneLine } from '#lib/exit.js';

/** Prepares the workflow engine: namespace, search attributes, schedules. Repeating it changes nothing. */
try {
  const config = parseConfig(process.env);
  const { client, close } = createTemporalClient(config);
  await setUpEngine(client, config.TEMPORAL_NAMESPACE);
  await close();
  console.log(`The workflow engine is ready: namespace ${config.TEMPORAL_NAMESPACE}`);
} catch (error) {
  exitWithOneLine(error);
}
