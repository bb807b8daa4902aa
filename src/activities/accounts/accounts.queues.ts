import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import { createAccountsRepository } from '#db/accounts/accounts.repository.js';
import type { Platform } from '#operations/platform.js';
import { createAccountsSweepActivities } from './accounts-sweep.activities.js';

export function createAccountsQueues(platform: Platform): FeatureActivities {
  const accounts = createAccountsRepository(platform.knex);
  return { queues: { core: createAccountsSweepActivities({ ...platform, accounts }) } };
}
