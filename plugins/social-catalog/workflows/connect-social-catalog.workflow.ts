import { condition, isCancellation, proxyActivities, setHandler } from '@temporalio/workflow';
import {
  type ConnectionStep,
  connectionStepQuery,
  databaseStep,
  failureReason,
  outsideCall,
  type WorkflowOf,
} from 'haat/plugin';
import type { CatalogSelectionActivities } from '../activities/catalog-selection.activities.js';
import type { SocialConnectionActivities } from '../activities/social-connection.activities.js';
import {
  type connectSocialCatalog as contract,
  type ConnectSocialCatalogInput,
  socialConnectionChangedSignal,
} from './social-catalog.contract.js';

const { advanceSocialConnection, refuseCatalog } = proxyActivities<SocialConnectionActivities>(databaseStep);
const { checkCatalog, ensureSystemUser, assignCatalog, installApp, storeCatalogToken } =
  proxyActivities<CatalogSelectionActivities>({
    ...outsideCall,
    // Somebody chose it and looks at it: after an hour it is for them to choose again.
    scheduleToCloseTimeout: '1h',
  });

export const connectSocialCatalog: WorkflowOf<typeof contract> = async (input: ConnectSocialCatalogInput) => {
  const { origin } = input;
  let { generation } = input;
  let changed = false;
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
    if (state.kind === 'requested') await select(state.selection);
    else {
      step = 'waiting for a catalog';
      await condition(() => changed, state.waitMs);
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
    }
  }
};
