import type { CampaignContent } from './campaign-blocks.js';

export interface CampaignTemplate extends CampaignContent {
  id: string;
  name: string;
  createdAt: Date;
  updatedAt: Date;
}

/** A template in lists: its blocks are up to megabytes. */
export type CampaignTemplateSummary = Omit<CampaignTemplate, 'blocks'>;
