import type { Platform } from '#operations/platform.js';

/**
 * What the platform gives to a plugin's services, activities and operations.
 *
 * `commerce` are the steps that a plugin may take, `unitOfWork` opens transactions, `outbox` appends events in them; `knex` reads any table and writes those of the plugin alone.
 */
export type PluginPlatform = Pick<
  Platform,
  | 'audit'
  | 'clock'
  | 'commerce'
  | 'gateway'
  | 'knex'
  | 'live'
  | 'logger'
  | 'optionsOf'
  | 'outbox'
  | 'settings'
  | 'stopping'
  | 'storage'
  | 'unitOfWork'
>;
