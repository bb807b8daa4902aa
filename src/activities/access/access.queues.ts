import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import type { Platform } from '#operations/platform.js';
import { createMoneyActsMail } from './mail-money-acts.js';

export function createAccessQueues(platform: Platform): FeatureActivities {
  return { sweeps: { core: { 'money-acts': createMoneyActsMail(platform) } } };
}
