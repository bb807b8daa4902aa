import { type Columns, instant, jsonOf, type RowOf, text, uuid } from '#domain/_shared/columns.js';
import type { CampaignContent } from './campaign-blocks.js';

export const campaignTemplateColumns = {
  subject: text,
  previewText: text,
  blocks: jsonOf<CampaignContent['blocks']>(),
  id: uuid,
  name: text,
  createdAt: instant,
  updatedAt: instant,
} as const satisfies Columns;
export type CampaignTemplate = RowOf<typeof campaignTemplateColumns>;

/** A template in lists: its blocks are up to megabytes. */
export type CampaignTemplateSummary = Omit<CampaignTemplate, 'blocks'>;
