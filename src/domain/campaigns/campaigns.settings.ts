import { z } from 'zod';
import { setting } from '#domain/_shared/setting.js';

const percent = z.number().min(0).max(100);

export const campaignsSettings = {
  ratePerSecond: setting('admin', 'email.campaign_rate_per_second', {
    schema: z.int().min(1).max(10_000),
    default: 100,
    description: 'Most campaign mails a second; a new sender starts low',
  }),
  complaintPercent: setting('admin', 'email.campaign_complaint_percent', {
    schema: percent,
    default: 0.3,
    description: 'Share of spam reports above which a broadcast pauses, after its first 1,000 mails',
  }),
  bouncePercent: setting('admin', 'email.campaign_bounce_percent', {
    schema: percent,
    default: 5,
    description: 'Share of hard bounces above which a broadcast pauses, after its first 1,000 mails',
  }),
  pauseInARow: setting('admin', 'email.campaign_pause_in_a_row', {
    schema: z.int().min(1).max(200),
    default: 20,
    description: 'Mails in a row that failed or are unclear, after which a broadcast pauses',
  }),
  pausePercent: setting('admin', 'email.campaign_pause_percent', {
    schema: percent.min(1),
    default: 30,
    description:
      'Share of the last 200 mails that failed or are unclear at which a broadcast pauses, after 50',
  }),
  postalAddress: setting('store', 'email.postal_address', {
    schema: z.string().trim().max(500),
    default: '',
    description: 'Postal address at the foot of campaigns, which most laws want there',
  }),
} as const;
