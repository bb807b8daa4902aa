import { sharedService } from '#api/kernel/shared-service.js';
import { createTestMails } from '#api/mail/test-mails.js';
import type { Platform } from '#operations/platform.js';
import { createBroadcastStatisticsService } from './broadcast-statistics.service.js';
import { createBroadcastsService } from './broadcasts.service.js';
import { createCampaignPreviewsService } from './campaign-previews.service.js';
import { createCampaignTemplatesService } from './campaign-templates.service.js';
import { createCampaignTopicsService } from './campaign-topics.service.js';
import { createClicksService } from './clicks.service.js';
import { createEmailPreferencesService } from './email-preferences.service.js';
import { createResendBroadcastService } from './resend-broadcast.service.js';
import { createUnsubscribeService } from './unsubscribe.service.js';

/** The use cases of the feature, as route handlers see them. */
export const createCampaignsServices = (platform: Platform) => ({
  broadcasts: createBroadcastsService(platform),
  broadcastStatistics: createBroadcastStatisticsService(platform),
  campaignTopics: createCampaignTopicsService(platform),
  emailPreferences: createEmailPreferencesService(platform),
  campaignClicks: createClicksService(platform),
  campaignPreviews: createCampaignPreviewsService({
    ...platform,
    testMails: sharedService(platform, createTestMails),
  }),
  resendBroadcast: createResendBroadcastService(platform),
  campaignTemplates: createCampaignTemplatesService(platform),
  unsubscribe: createUnsubscribeService(platform),
});
