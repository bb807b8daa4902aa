import { createTopicsRepository } from '#db/campaigns/topics.repository.js';
import { abandonedCartsSettings } from '#domain/abandoned-carts/abandoned-carts.settings.js';
import type { ReminderState } from '#domain/abandoned-carts/reminder-steps.js';
import type { CampaignTopic } from '#domain/campaigns/campaign-topic.js';
import type { Platform } from '#operations/platform.js';
import { storefrontUrl } from '#operations/settings/page-urls.js';

/** The topic of reminders, and whether they are sent; without a topic nothing is. */
export async function readReminderTopic({
  knex,
  settings,
}: Pick<Platform, 'knex' | 'settings'>): Promise<{ state: ReminderState; topic?: CampaignTopic }> {
  const id = settings.get(abandonedCartsSettings.topic);
  if (id === '') return { state: 'off' };
  const topic = await createTopicsRepository(knex).findActive(id);
  if (!topic) return { state: 'no_topic' };
  if (storefrontUrl(settings) === '') return { state: 'no_storefront' };
  return { state: 'on', topic };
}
