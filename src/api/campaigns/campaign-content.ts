import type { FieldIssue } from '#domain/_shared/app-error.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { type CampaignBlock, simpleBlocks } from '#domain/campaigns/campaign-blocks.js';
import { bulkDiscounts, NOTHING_SHOWN, type ShownContent } from '#domain/campaigns/shown-content.js';
import { bulkCodeVariable } from '#integrations/mail/campaign-coupon.js';
import {
  campaignSubstitutions,
  compileCampaign,
  type CompiledCampaign,
  fillCampaign,
  recipientValues,
} from '#integrations/mail/render-campaign.js';
import { segmentsOf, TemplateSyntaxError } from '#integrations/mail/template-language.js';
import { readCampaignBranding, shopFace } from '#operations/campaigns/campaign-branding.js';
import { SAMPLE_TOKEN, unsubscribeUrl } from '#operations/campaigns/unsubscribe-token.js';
import type { BrandDeps } from '#operations/mail/render-mail.js';
import { SAMPLE_NAME } from '#domain/mail/template-sample.js';

export interface DraftContent {
  subject?: string;
  previewText?: string;
  blocks: CampaignBlock[];
}

/** A draft made into a mail. @throws AppError VALIDATION_ERROR naming each text that cannot be understood */
export function assertCompiles(
  { subject = '', previewText = '', blocks }: DraftContent,
  deps: BrandDeps,
  shown: ShownContent = NOTHING_SHOWN,
): CompiledCampaign {
  const errors = [
    ...issuesOf('body.subject', subject),
    ...issuesOf('body.previewText', previewText),
    ...simpleBlocks(blocks).flatMap(({ block, path }) =>
      Object.entries(block).flatMap(([name, text]) =>
        typeof text === 'string' && name !== 'type' ? issuesOf(`body.blocks.${path}.${name}`, text) : [],
      ),
    ),
  ];
  if (errors.length > 0) throw platformErrors.validation({}, { errors });
  const shop = shopFace(shown, deps);
  return compileCampaign({ subject, previewText, blocks }, readCampaignBranding(deps), { shop });
}

function issuesOf(path: string, text: string): FieldIssue[] {
  try {
    segmentsOf('body', text);
    return [];
  } catch (error) {
    if (!(error instanceof TemplateSyntaxError)) throw error;
    return [{ path, message: error.message, code: 'invalid_template' }];
  }
}

/** Stands for the bulk code of a recipient in previews and test mails. */
const SAMPLE_CODE = 'SAMPLE-CODE';

/** A draft as one recipient would get it, with a sample name and a link that unsubscribes nobody. */
export function sampleCampaign(
  draft: DraftContent,
  deps: BrandDeps,
  { baseUrl, shown }: { baseUrl: string; shown: ShownContent },
) {
  const compiled = assertCompiles(draft, deps, shown);
  const codes = Object.fromEntries(bulkDiscounts(shown).map((id) => [bulkCodeVariable(id), SAMPLE_CODE]));
  const values = recipientValues(
    readCampaignBranding(deps),
    SAMPLE_NAME,
    unsubscribeUrl(baseUrl, SAMPLE_TOKEN),
    { codes },
  );
  const { unknownVariables, warnings } = compiled;
  return { ...fillCampaign(compiled, campaignSubstitutions(compiled, values)), unknownVariables, warnings };
}
