import { parseConfig } from '#lib/config.js';
import { exitWithOneLine } from '#lib/exit.js';
import { createLogger } from '#lib/logger.js';
import { createContainer } from '#runtime/container.js';
import { prepareRestore } from '#runtime/restore/prepare-restore.js';

/**
 * `npm run restore:prepare`: the first of two commands after the database was restored to an earlier moment and migrated, while
 * neither API nor workers run. docs/operations.md has the steps.
 */
try {
  const config = parseConfig(process.env);
  const logger = createLogger({ level: 'silent', name: 'restore' });
  const container = await createContainer(config, { name: 'restore', logger });
  await container.settings.refresh();
  const done = await prepareRestore(container);
  for (const { counter, of, financialYear, firstLost, lastSequence, documents } of done.raised) {
    console.log(
      `Counter raised: ${counter} of ${of}, ${financialYear}: ${lastSequence}. Lost, and reported as cancelled: ${firstLost} to ${lastSequence}`,
    );
    if (documents.length > 0) console.log(`  Given to documents that are lost: ${documents.join(', ')}`);
  }
  if (done.raised.length === 0)
    console.log('Every counter was as high as the marks and files of the storage');
  for (const file of done.unknownFiles) console.log(`Not known to the database: ${file}`);
  console.log(
    done.formerNamespace === null
      ? 'No workflow engine was set up before'
      : done.pausedSchedules === null
        ? `The schedules of the namespace ${done.formerNamespace} could not be paused: repeat this when the engine runs`
        : `${done.pausedSchedules} schedules of the namespace ${done.formerNamespace} are paused`,
  );
  for (const { id, template, recipient } of done.queuedMails)
    console.log(`Queued, perhaps sent before: ${id} ${template} to ${recipient}`);
  console.log(
    done.formerNamespace === null
      ? 'Next: run restore:finish'
      : `Next: set TEMPORAL_NAMESPACE to a new name, ${done.nextNamespace} for instance, and run restore:finish`,
  );
  await container.stop();
} catch (error) {
  exitWithOneLine(error);
}
