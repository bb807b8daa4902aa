import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import { sweepRows } from '#activities/_shared/sweep-rows.js';
import { createRecipientsRepository } from '#db/campaigns/recipients.repository.js';
import { createMailers } from '#integrations/mail/mailers.js';
import { firstIdAt } from '#lib/ids.js';
import type { Platform } from '#operations/platform.js';
import { createCampaignsActivities } from './campaigns.activities.js';

const KEEP_ADDRESSES_DAYS = 180;
const DAY_MS = 86_400_000;

export function createCampaignsQueues(platform: Platform): FeatureActivities {
  const mailers = createMailers(platform.config, {}, platform.ports);
  const recipients = createRecipientsRepository();
  const sweep = () => {
    const before = firstIdAt(new Date(platform.clock.now().getTime() - KEEP_ADDRESSES_DAYS * DAY_MS));
    return sweepRows(platform, 'campaigns-sweep', {
      addresses: (tx) => recipients.forgetAddresses(tx, before),
    });
  };
  return {
    queues: { mail: createCampaignsActivities({ ...platform, mailers }) },
    sweeps: { core: { campaigns: sweep } },
    close: () => mailers.close(),
  };
}
