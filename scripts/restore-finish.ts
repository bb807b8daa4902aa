import { redeliverOpenFlows } from '#db/events/open-flows.query.js';
import { createInstallationRepository } from '#db/settings/installation.repository.js';
import { parseConfig } from '#lib/config.js';
import { exitWithOneLine } from '#lib/exit.js';
import { createLogger } from '#lib/logger.js';
import { createContainer } from '#runtime/container.js';
import { checkPayments } from '#runtime/doctor/check-payments.js';
import { checkShipments } from '#runtime/doctor/check-shipments.js';
import { setUpOwnEngine } from '#runtime/self-setup.js';

/**
 * `npm run restore:finish`: the second of two commands after a restore, with the new `TEMPORAL_NAMESPACE`: sets it up, starts the
 * run of everything that is open, and lists what the payment provider and the carrier know and the database does not.
 */
try {
  const config = parseConfig(process.env);
  const logger = createLogger({ level: 'silent', name: 'restore' });
  const container = await createContainer(config, { name: 'restore', logger });
  const { knex, gateway, settings } = container;
  await settings.refresh();
  const namespace = config.TEMPORAL_NAMESPACE;
  const { engineNamespace } = await createInstallationRepository(knex).read();
  if (engineNamespace === namespace)
    throw new Error(`Set TEMPORAL_NAMESPACE to a new name: ${namespace} holds the runs of the lost hours`);
  await setUpOwnEngine({ knex, client: gateway.client, namespace, redeliver: false });
  console.log(`The namespace ${namespace} is set up`);
  for (const { subscription, open, redelivered, missing } of await redeliverOpenFlows(knex)) {
    console.log(`${subscription}: ${open} open, ${redelivered} of them brought to the engine`);
    if (missing.length > 0) console.log(`  without an event: ${missing.join(', ')}`);
  }
  for (const { problem, ids, count, command } of [
    ...(await checkPayments(container)),
    ...(await checkShipments(container)),
  ]) {
    console.log(`${problem} (${count}): ${ids.join(', ')}`);
    console.log(`  ${command}`);
  }
  console.log('Next: start the workers, then the API');
  await container.stop();
} catch (error) {
  exitWithOneLine(error);
}
