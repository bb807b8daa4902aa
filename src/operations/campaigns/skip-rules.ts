import type { SkipRules } from '#domain/campaigns/campaign-topic.js';
import { campaignsSettings } from '#domain/campaigns/campaigns.settings.js';
import type { SettingsReader } from '#lib/settings.js';

const WEEK_MS = 7 * 86_400_000;

/** Whom campaigns skip, as set at this moment. */
export function readSkipRules({ get }: Pick<SettingsReader, 'get'>, now: Date): SkipRules {
  const months = get(campaignsSettings.inactiveMonths);
  return {
    inactiveSince: months > 0 ? monthsBefore(now, months) : null,
    weeklyLimit: get(campaignsSettings.weeklyLimit),
    weekAgo: new Date(now.getTime() - WEEK_MS),
  };
}

function monthsBefore(instant: Date, months: number): Date {
  const before = new Date(instant);
  before.setUTCMonth(before.getUTCMonth() - months);
  return before;
}
