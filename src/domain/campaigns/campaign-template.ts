import type { CampaignContent } from './campaign-blocks.js';

export interface CampaignTemplate extends CampaignContent {
  id: string;
  name: string;
  createdAt: Date;
  updatedAt: Date;
}
