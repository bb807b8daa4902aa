import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import { createAccountsRepository } from '#db/accounts/accounts.repository.js';
import type { Platform } from '#operations/platform.js';
import { createAccountsSweepActivities } from './accounts-sweep.activities.js';

export function createAccountsQueues(platform: Platform): FeatureActivities {
  const accounts = createAccountsRepository(platform.knex);
  const core = createAccountsSweepActivities({ ...platform, accounts });
  return {
    // The workflow of the release before starts the activity by its own name.
    queues: { core },
    sweeps: {
      core: {
        // A session ends thirty days after its last use, and with it the way back to the cart.
        accounts: async () => ({ ...(await core.sweepEndedSessions({ keepGuestDays: 30 })) }),
      },
    },
  };
}
