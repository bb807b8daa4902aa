import { readBroadcastStatistics } from '#db/campaigns/broadcast-statistics.query.js';
import { createBroadcastsRepository } from '#db/campaigns/broadcasts.repository.js';
import { createRecipientsRepository } from '#db/campaigns/recipients.repository.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { campaignsSettings } from '#domain/campaigns/campaigns.settings.js';
import type { Platform } from '#operations/platform.js';
import type { BroadcastStatisticsResponse } from './campaigns.schemas.js';

/** What came of a broadcast: clicks by block, orders, and who wants no more of it. */
export function createBroadcastStatisticsService({ knex, settings }: Pick<Platform, 'knex' | 'settings'>) {
  const broadcasts = createBroadcastsRepository(knex);
  const recipients = createRecipientsRepository();

  return {
    /** @throws AppError NOT_FOUND */
    async get(id: string): Promise<BroadcastStatisticsResponse> {
      const broadcast = await broadcasts.find(id);
      if (!broadcast) throw platformErrors.notFound({ entity: 'Broadcast' });
      const { sent, delivered, bounced, complained, unsubscribed, blocks } = broadcast;
      const windowDays = settings.get(campaignsSettings.orderWindowDays);
      const { links, ...sums } = await readBroadcastStatistics(knex, id, windowDays);
      return {
        sent,
        delivered,
        bounced,
        complained,
        unsubscribed,
        ...sums,
        windowDays,
        skipped: await recipients.skipped(knex, id),
        links: links.map(({ block, ...link }) => ({
          block: block + 1,
          blockType: blocks?.[block]?.type ?? 'text',
          ...link,
        })),
      };
    },
  };
}
