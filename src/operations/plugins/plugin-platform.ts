import type { Config } from '#lib/config.js';
import type { Operations } from '#operations/operations.js';
import type { Platform } from '#operations/platform.js';

/**
 * What the platform gives to a plugin's services, activities and operations.
 *
 * `commerce` are the steps that a plugin may take, `unitOfWork` opens transactions, `outbox` appends events in them; `knex` reads any table and writes those of the plugin alone.
 * `keyring` encrypts what is secret, `counts` caches how many rows a list has, `operations.feedSteps` pauses and resumes a feed,
 * `ports.pricing` is what plugins decide of prices.
 */
export type PluginPlatform = Pick<
  Platform,
  | 'audit'
  | 'clock'
  | 'commerce'
  | 'counts'
  | 'gateway'
  | 'keyring'
  | 'knex'
  | 'live'
  | 'logger'
  | 'optionsOf'
  | 'outbox'
  | 'settings'
  | 'stopping'
  | 'storage'
  | 'unitOfWork'
> & {
  config: Pick<Config, 'production' | 'PUBLIC_API_BASE_URL' | 'PUBLIC_ADMIN_URL'>;
  operations: Pick<Operations, 'feedSteps'>;
  ports: Pick<Platform['ports'], 'pricing'>;
};
