import type { FieldIssue } from '#domain/_shared/app-error.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { CampaignBlock } from '#domain/campaigns/campaign-blocks.js';
import {
  campaignSubstitutions,
  compileCampaign,
  type CompiledCampaign,
  fillCampaign,
  recipientValues,
} from '#integrations/mail/render-campaign.js';
import { segmentsOf, TemplateSyntaxError } from '#integrations/mail/template-language.js';
import { readCampaignBranding } from '#operations/campaigns/campaign-branding.js';
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
): CompiledCampaign {
  const errors = [
    ...issuesOf('body.subject', subject),
    ...issuesOf('body.previewText', previewText),
    ...blocks.flatMap((block, index) =>
      Object.entries(block).flatMap(([name, text]) =>
        typeof text === 'string' && name !== 'type' ? issuesOf(`body.blocks.${index}.${name}`, text) : [],
      ),
    ),
  ];
  if (errors.length > 0) throw platformErrors.validation({}, { errors });
  return compileCampaign({ subject, previewText, blocks }, readCampaignBranding(deps));
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

/** A draft as one recipient would get it, with a sample name and a link that unsubscribes nobody. */
export function sampleCampaign(draft: DraftContent, deps: BrandDeps, baseUrl: string) {
  const compiled = assertCompiles(draft, deps);
  const values = recipientValues(
    readCampaignBranding(deps),
    SAMPLE_NAME,
    unsubscribeUrl(baseUrl, SAMPLE_TOKEN),
  );
  const { unknownVariables, warnings } = compiled;
  return { ...fillCampaign(compiled, campaignSubstitutions(compiled, values)), unknownVariables, warnings };
}
