import type { TestMailsService } from '#api/mail/test-mails.service.js';
import { createBroadcastsRepository } from '#db/campaigns/broadcasts.repository.js';
import { createCampaignTemplatesRepository } from '#db/campaigns/campaign-templates.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { CampaignContent } from '#domain/campaigns/campaign-blocks.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { campaignHeaders } from '#integrations/mail/mail-headers.js';
import { createShownContentReader } from '#operations/campaigns/read-shown-content.js';
import { SAMPLE_TOKEN, unsubscribeUrl } from '#operations/campaigns/unsubscribe-token.js';
import type { Platform } from '#operations/platform.js';
import { type DraftContent, sampleCampaign } from './campaign-content.js';
import { readShownNow } from './read-shown-now.js';

type Deps = Pick<Platform, 'knex' | 'search' | 'clock' | 'settings' | 'storage' | 'config'> & {
  testMails: TestMailsService;
};

/** Campaigns as a recipient would get them, with a sample name. */
export function createCampaignPreviewsService(deps: Deps) {
  const { knex, settings, config, testMails } = deps;
  const broadcasts = createBroadcastsRepository(knex);
  const templates = createCampaignTemplatesRepository(knex);
  const readShown = createShownContentReader(deps);
  const baseUrl = config.PUBLIC_API_BASE_URL;

  async function sampleNow(ctx: Context, draft: DraftContent) {
    const { shown, warnings } = await readShownNow(readShown, draft.blocks, ctx.now);
    const sample = sampleCampaign(draft, deps, { baseUrl, shown });
    return { ...sample, warnings: [...warnings, ...sample.warnings] };
  }

  async function contentOf(id: string) {
    const broadcast = await broadcasts.find(id);
    if (!broadcast) throw platformErrors.notFound({ entity: 'Broadcast' });
    const { subject, previewText, blocks, templateId, shown } = broadcast;
    if (blocks) return { content: { subject, previewText, blocks }, shown };
    const template = templateId === null ? undefined : await templates.find(templateId);
    if (!template) throw platformErrors.notFound({ entity: 'Campaign template' });
    const content: CampaignContent = {
      subject: template.subject,
      previewText: template.previewText,
      blocks: template.blocks,
    };
    return { content, shown };
  }

  return {
    /** @throws AppError VALIDATION_ERROR */
    preview: (ctx: Context, draft: DraftContent) => sampleNow(ctx, draft),

    /** With what it was sent with, once the sending has started. @throws AppError NOT_FOUND */
    async ofBroadcast(ctx: Context, id: string) {
      const { content, shown } = await contentOf(id);
      return shown ? sampleCampaign(content, deps, { baseUrl, shown }) : sampleNow(ctx, content);
    },

    /** @throws AppError VALIDATION_ERROR, BAD_GATEWAY with the provider's reason */
    async test(ctx: Context, to: string, draft: DraftContent) {
      const template = { eventType: 'campaign.test', role: 'customer' as const };
      const sample = await sampleNow(ctx, draft);
      return testMails.sendRendered(ctx, template, to, sample, (from) =>
        campaignHeaders({
          unsubscribeUrl: unsubscribeUrl(baseUrl, SAMPLE_TOKEN),
          unsubscribeToken: SAMPLE_TOKEN,
          from,
          storeName: settings.get(storeSettings.storeName),
        }),
      );
    },
  };
}
