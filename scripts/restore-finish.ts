import { parseConfig } from '#lib/config.js';
import { exitWithOneLine } from '#lib/exit.js';
import { createLogger } from '#lib/logger.js';
import { createContainer } from '#runtime/container.js';
import { finishRestore } from '#runtime/restore/finish-restore.js';
import { readArguments } from './supervisor/arguments.mjs';
import { PlainError } from './supervisor/plain-error.mjs';

/**
 * `npm run restore:finish`: the second of two commands after a restore, with the new `TEMPORAL_NAMESPACE`: sets it up, starts the
 * run of everything that is open, and lists what the payment provider and the carrier know and the database does not.
 * `--since <instant>` says which moment was restored. docs/operations.md has the steps.
 */
try {
  const { since } = readArguments(process.argv.slice(2), { since: { type: 'string' } });
  const config = parseConfig(process.env);
  const logger = createLogger({ level: 'silent', name: 'restore' });
  const container = await createContainer(config, { name: 'restore', logger });
  await container.settings.refresh();
  const done = await finishRestore(container, { since: instantOf(since) });
  console.log(`The namespace ${done.namespace} is set up`);
  for (const { subscription, open, redelivered, missing } of done.redelivered) {
    console.log(`${subscription}: ${open} open, ${redelivered} of them brought to the engine`);
    if (missing.length > 0) console.log(`  without an event: ${missing.join(', ')}`);
  }
  if (done.redelivered.length === 0) console.log('Nothing is open');
  console.log(`Compared with the payment providers since ${done.since.toISOString()}, and with the carrier`);
  for (const { problem, ids, count, command } of done.findings) {
    console.log(`${problem} (${count}): ${ids.join(', ')}${count > ids.length ? ', …' : ''}`);
    console.log(`  ${command}`);
  }
  if (done.findings.length === 0) console.log('Neither knows of anything that the database does not');
  console.log('Next: start the workers, then the API');
  await container.stop();
} catch (error) {
  exitWithOneLine(error);
}

function instantOf(text: unknown): Date | undefined {
  if (text === undefined) return undefined;
  const instant = new Date(String(text));
  if (Number.isNaN(instant.getTime()))
    throw new PlainError(`--since must be an instant such as 2026-11-24T18:00:00Z (got "${String(text)}")`);
  return instant;
}
