import { sharedService } from '#api/kernel/shared-service.js';
import type { Platform } from '#operations/platform.js';
import { createEmailTemplatesService } from './email-templates.service.js';
import { createTestMailsService } from './test-mails.service.js';

/** Mails to oneself, made with the templates of the platform; campaigns send theirs by it too. */
export const createTestMails = (platform: Platform) =>
  createTestMailsService({
    ...platform,
    emailTemplates: sharedService(platform, createEmailTemplatesService),
  });
