import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import { createMailRepository } from '#db/mail/mail.repository.js';
import { createMailers } from '#integrations/mail/mailers.js';
import type { Platform } from '#operations/platform.js';
import { createMailEventsPass } from './mail-events-pass.js';
import { createMailSweep } from './mail-sweep.js';
import { createMailDrainHandler } from './mail-drain.js';

export function createMailQueues(platform: Platform): FeatureActivities {
  const mailers = createMailers(platform.config, {}, platform.ports);
  return {
    drains: { mail: createMailDrainHandler({ ...platform, messages: createMailRepository(), mailers }) },
    passes: { 'mail-events': createMailEventsPass(platform) },
    sweeps: { core: { mail: createMailSweep(platform) } },
    close: () => mailers.close(),
  };
}
