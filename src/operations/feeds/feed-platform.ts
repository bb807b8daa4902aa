import type { Knex } from '#db/kernel/knex.js';
import type { LiveChannel } from '#db/kernel/live-channel.js';
import type { UnitOfWork } from '#db/kernel/unit-of-work.js';
import type { Clock } from '#lib/clock.js';
import type { Config } from '#lib/config.js';
import type { Keyring } from '#lib/keyring.js';
import type { Logger } from '#lib/logger.js';
import type { SettingsReader } from '#lib/settings.js';
import type { PricingRules } from '#domain/checkout/pricing-rules.js';
import type { ReadOptions } from '#operations/plugins/plugin-options.js';
import type { FeedSteps } from './feed-steps.js';

/** What a feed is made of. */
export interface FeedPlatform {
  config: Pick<Config, 'PUBLIC_API_BASE_URL'>;
  clock: Clock;
  logger: Logger;
  knex: Knex;
  unitOfWork: UnitOfWork;
  live: LiveChannel;
  keyring: Keyring;
  settings: SettingsReader;
  optionsOf: ReadOptions;
  ports: { pricing: PricingRules };
  operations: { feedSteps: FeedSteps };
}
