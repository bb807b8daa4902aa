import { readLatestEvent } from '#db/events/latest-event.query.js';
import { redeliverOpenFlows, type Redelivery } from '#db/events/open-flows.query.js';
import { createInstallationRepository } from '#db/settings/installation.repository.js';
import type { Container } from '#runtime/container.js';
import { checkPayments } from '#runtime/doctor/check-payments.js';
import { checkShipments } from '#runtime/doctor/check-shipments.js';
import type { Finding } from '#runtime/doctor/finding.js';
import { setUpOwnEngine } from '#runtime/self-setup.js';
import { compareCarrier } from './compare-carrier.js';
import { compareProviders } from './compare-provider.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface FinishedRestore {
  namespace: string;
  /** From when on the books of the providers were compared. */
  since: Date;
  redelivered: Redelivery[];
  /** What provider and carrier know and the database does not, with the command for each. */
  findings: Finding[];
}

/**
 * The second half of a restore, with a new namespace: it is set up and gets the runs of everything that is open, and what
 * provider and carrier know is compared. May be repeated, while the workers run, too.
 * @param options.since the moment that was restored; by default an hour before the last event, and 30 days where there is none
 * @throws Error where `restore:prepare` was not run, or the namespace is the former one
 */
export async function finishRestore(
  container: Container,
  options: { since?: Date | undefined } = {},
): Promise<FinishedRestore> {
  const { knex, gateway, config, clock } = container;
  const namespace = config.TEMPORAL_NAMESPACE;
  const { engineNamespace, restoredFrom } = await createInstallationRepository(knex).read();
  if (engineNamespace !== null && restoredFrom === null)
    throw new Error('Run restore:prepare first: the namespace of the lost hours is not known yet');
  const latest = await readLatestEvent(knex);
  const since =
    options.since ?? new Date(latest ? latest.getTime() - HOUR_MS : clock.now().getTime() - 30 * DAY_MS);
  await setUpOwnEngine({ knex, client: gateway.client, namespace, redeliver: false });
  const redelivered = await redeliverOpenFlows(knex);
  const findings = [
    ...(await compareProviders(container, since)),
    ...(await checkPayments(container)),
    ...(await compareCarrier(container, since)),
    ...(await checkShipments(container)),
  ];
  return { namespace, since, redelivered, findings };
}
