import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { createTemporalClient } from '#integrations/engine/temporal-client.js';
import { parseConfig } from '#lib/config.js';
import { exitWithOneLine } from '#lib/exit.js';

const root = join(import.meta.dirname, '..', '..');

/**
 * Adds the history of a real run to those that every change is replayed against: `npm run record <workflow id> [run id]`,
 * by default its latest run. Nothing here replaces a recorded one: each stands for runs that may be waiting somewhere.
 */
try {
  const [workflowId, runId] = process.argv.slice(2);
  if (!workflowId) throw new Error('Which run? npm run record -- <workflow id> [run id]');
  const config = parseConfig(process.env);
  if (config.TEMPORAL_PAYLOAD_KEY) throw new Error('Record from a server without TEMPORAL_PAYLOAD_KEY');
  const { client, close } = createTemporalClient(config);
  const handle = client.workflow.getHandle(workflowId, runId);
  const { type } = await handle.describe();
  const history = await handle.fetchHistory();
  await close();
  const folder = join(root, 'temporal', 'histories', type);
  mkdirSync(folder, { recursive: true });
  const taken = readdirSync(folder).map((file) => Number.parseInt(file, 10));
  const file = join(folder, `${Math.max(0, ...taken) + 1}.json`);
  if (existsSync(file)) throw new Error(`${file} exists`);
  // Failures carry stack traces, and with them where this checkout happens to lie.
  writeFileSync(file, `${historyToJSON(history).replaceAll(`${root}${sep}`, '')}\n`);
  console.log(`Recorded ${workflowId} as ${file}`);
} catch (error) {
  exitWithOneLine(error);
}
