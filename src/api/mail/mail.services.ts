import type { Platform } from '#operations/platform.js';
import { createDeliveriesService } from './deliveries.service.js';
import { createMailStatusService } from './mail-status.service.js';
import { createMailWebhooksService } from './mail-webhooks.service.js';
import { createSenderDomainService } from './sender-domain.service.js';
import { createSuppressionsService } from './suppressions.service.js';
import { createTestMails } from './test-mails.js';
import { createEmailTemplatesService } from './email-templates.service.js';
import { sharedService } from '#api/kernel/shared-service.js';

/** The use cases of the feature, as route handlers see them. */
export const createMailServices = (platform: Platform) => ({
  deliveries: createDeliveriesService(platform),
  emailTemplates: sharedService(platform, createEmailTemplatesService),
  mailStatus: createMailStatusService(platform),
  mailWebhooks: createMailWebhooksService(platform),
  senderDomain: createSenderDomainService(platform),
  suppressions: createSuppressionsService(platform),
  testMails: sharedService(platform, createTestMails),
});
