import { isCancellation, setHandler } from '@temporalio/workflow';
import {
  condition,
  type ConnectionStep,
  connectionStepQuery,
  databaseStep,
  failureReason,
  outsideCall,
  proxyActivities,
  setOutcome,
  type WorkflowOf,
} from 'haat/plugin';
import type { CatalogSelectionActivities } from '../activities/catalog-selection.activities.js';
import type { SocialConnectionActivities } from '../activities/social-connection.activities.js';
import {
  type connectSocialCatalog as contract,
  type ConnectSocialCatalogInput,
  socialConnectionChangedSignal,
} from './social-catalog.contract.js';

const { advanceSocialConnection } = proxyActivities<SocialConnectionActivities>({
  ...databaseStep,
  summary: 'Look what the connection waits for',
});
const { refuseCatalog } = proxyActivities<SocialConnectionActivities>({
  ...databaseStep,
  summary: 'Record that the catalog was refused',
});
/** Somebody chose the catalog and looks at it: after an hour it is for them to choose again. */
const remoteCall = { ...outsideCall, scheduleToCloseTimeout: '1h' } as const;
const { checkCatalog } = proxyActivities<CatalogSelectionActivities>({
  ...remoteCall,
  summary: 'Check the catalog',
});
const { ensureSystemUser } = proxyActivities<CatalogSelectionActivities>({
  ...remoteCall,
  summary: 'Find or create the system user',
});
const { assignCatalog } = proxyActivities<CatalogSelectionActivities>({
  ...remoteCall,
  summary: 'Assign the catalog to the system user',
});
const { installApp } = proxyActivities<CatalogSelectionActivities>({
  ...remoteCall,
  summary: 'Install the app for the system user',
});
const { storeCatalogToken } = proxyActivities<CatalogSelectionActivities>({
  ...remoteCall,
  summary: 'Mint and store the token',
});

export const connectSocialCatalog: WorkflowOf<typeof contract> = async (input: ConnectSocialCatalogInput) => {
  const { origin } = input;
  let { generation } = input;
  let changed = false;
  let refusal: string | undefined;
  let step: ConnectionStep = 'waiting for a catalog';
  setHandler(socialConnectionChangedSignal, (change) => {
    generation = Math.max(generation, change.generation);
    changed = true;
  });
  setHandler(connectionStepQuery, () => step);

  for (;;) {
    changed = false;
    const state = await advanceSocialConnection({ generation, origin });
    // A catalog that is chosen between that look and the end of this run starts no other run.
    if (state.kind === 'over' && changed) continue;
    if (state.kind === 'over') break;
    if (state.kind === 'requested') {
      refusal = undefined;
      await select(state.selection);
    } else {
      step = 'waiting for a catalog';
      // Why the last choice was refused is what the person who chooses again has to know.
      setOutcome('waiting', refusal ? `another catalog: ${refusal}` : 'the choice of a catalog');
      await condition(() => changed, state.waitMs, 'Until a catalog is chosen or a reminder is due');
    }
  }
  step = 'done';

  async function select(selection: number): Promise<void> {
    const chosen = { generation, selection, origin };
    try {
      step = 'checking the catalog';
      await checkCatalog(chosen);
      step = 'finding the system user';
      const systemUserId = await ensureSystemUser(chosen);
      step = 'assigning the catalog';
      await assignCatalog({ ...chosen, systemUserId });
      step = 'installing the app';
      await installApp({ ...chosen, systemUserId });
      step = 'minting the token';
      await storeCatalogToken({ ...chosen, systemUserId });
    } catch (error) {
      if (isCancellation(error)) throw error;
      const reason = failureReason(error, 'the remote side could not be reached');
      await refuseCatalog({ ...chosen, reason });
      refusal = reason;
    }
  }
};
