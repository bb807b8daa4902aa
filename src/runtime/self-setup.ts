import { redeliverOpenFlows } from '#db/events/open-flows.query.js';
import type { Knex } from '#db/kernel/knex.js';
import { createInstallationRepository } from '#db/settings/installation.repository.js';
import { markEngine, readEngineIdentity } from '#integrations/engine/engine-identity.js';
import type { Client } from '@temporalio/client';
import { setUpEngine } from './engine-setup.js';

export interface EngineSetup {
  /** Whether the installation had an engine before, which has lost everything. */
  wasEmpty: boolean;
  /** Entities whose event was brought to the engine again; 0 where that was not wanted. */
  redelivered: number;
}

/**
 * Sets the engine up for this installation, and where it has lost everything starts the runs of what is open as well, as
 * one step. Safe to repeat.
 * @throws Error for a namespace that holds the runs of another installation, unless it is taken over
 */
export async function setUpOwnEngine(options: {
  knex: Knex;
  client: Client;
  namespace: string;
  redeliver: boolean;
  takeOver?: boolean;
  settle?: () => Promise<void>;
}): Promise<EngineSetup> {
  const { knex, client, namespace, redeliver, takeOver = false, settle } = options;
  const installation = createInstallationRepository(knex);
  const row = await installation.read();
  const identity = await readEngineIdentity(client, row, namespace);
  if (identity === 'restored')
    throw new Error(
      `The namespace ${namespace} holds the runs of the hours that the restore has undone: set TEMPORAL_NAMESPACE to a new name, then run restore:finish`,
    );
  if (identity === 'foreign' && !takeOver)
    throw new Error(
      `The namespace ${namespace} holds the runs of another installation: set TEMPORAL_NAMESPACE to another name, or end those runs and repeat this with --take-over`,
    );
  await setUpEngine(client, namespace, settle);
  await markEngine(client, row.id, identity === 'foreign');
  await installation.recordEngine(namespace);
  const wasEmpty = identity === 'empty';
  if (!wasEmpty || !redeliver) return { wasEmpty, redelivered: 0 };
  const found = await redeliverOpenFlows(knex);
  return { wasEmpty, redelivered: found.reduce((sum, item) => sum + Number(item.redelivered), 0) };
}
