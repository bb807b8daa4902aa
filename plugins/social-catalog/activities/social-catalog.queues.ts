import type { FeatureActivities, PluginPlatform } from 'haat/plugin';
import { createSocialRemote } from '../operations/social-remote.js';
import { createCatalogSelectionActivities } from './catalog-selection.activities.js';
import { createPollPass } from './poll-batches.js';
import { createSocialConnectionActivities } from './social-connection.activities.js';

export function createSocialCatalogQueues(platform: PluginPlatform): FeatureActivities {
  const remote = createSocialRemote(platform);
  return {
    queues: {
      core: {
        ...createSocialConnectionActivities(platform),
        ...createCatalogSelectionActivities({ ...platform, remote }),
      },
    },
    passes: { 'feeds-social-polls': createPollPass({ ...platform, remote }) },
  };
}
