import { z } from 'zod';
import { setting } from '#domain/_shared/setting.js';
import { NEUTRAL_COLORS } from './campaign-colors.js';

const { light, dark } = NEUTRAL_COLORS;

const hexColor = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour like #1f2733');

/** @param key without its group */
const color = (key: string, value: string, description: string) =>
  setting('store', `campaign.${key}`, { schema: hexColor, default: value, description });

/** The colours of campaigns, which are not those of the brand; neutral while nobody has set them. */
export const campaignColorSettings = {
  accent: color('accent_color', light.accent, 'Colour of buttons and links in campaigns'),
  accentText: color('accent_text_color', light.accentText, 'Colour of text on buttons in campaigns'),
  ground: color('background_color', light.ground, 'Colour around the column of campaigns'),
  card: color('card_color', light.card, 'Colour of the column of campaigns'),
  ink: color('text_color', light.ink, 'Colour of text in campaigns'),
  darkAccent: color(
    'dark_accent_color',
    dark.accent,
    'Colour of buttons and links in campaigns on dark screens',
  ),
  darkAccentText: color(
    'dark_accent_text_color',
    dark.accentText,
    'Colour of text on buttons in campaigns on dark screens',
  ),
  darkGround: color(
    'dark_background_color',
    dark.ground,
    'Colour around the column of campaigns on dark screens',
  ),
  darkCard: color('dark_card_color', dark.card, 'Colour of the column of campaigns on dark screens'),
  darkInk: color('dark_text_color', dark.ink, 'Colour of text in campaigns on dark screens'),
} as const;

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
  countClicks: setting('admin', 'email.campaign_count_clicks', {
    schema: z.boolean(),
    default: true,
    description:
      'Whether links of campaigns lead over the API, which counts clicks; what is sent before a change stays as it is',
  }),
  orderWindowDays: setting('admin', 'email.campaign_order_days', {
    schema: z.int().min(1).max(30),
    default: 5,
    description: 'Days after a click within which an order counts for the campaign',
  }),
  inactiveMonths: setting('admin', 'email.campaign_inactive_months', {
    schema: z.int().min(0).max(60),
    default: 0,
    description:
      'Months without a click, an order or a choice of topics after which customers who were written to get no more campaigns; 0 for never',
  }),
  weeklyLimit: setting('admin', 'email.campaign_weekly_limit', {
    schema: z.int().min(0).max(50),
    default: 0,
    description:
      'Most campaigns, digests and reminders of carts for a person within seven days; 0 for no limit',
  }),
  digestTopic: setting('admin', 'email.follower_digest_topic', {
    schema: z.union([z.literal(''), z.uuid().toLowerCase()]),
    default: '',
    description:
      'Id of the campaign topic under which followers of vendors get new products by mail each week; empty for no such mails',
  }),
  postalAddress: setting('store', 'email.postal_address', {
    schema: z.string().trim().max(500),
    default: '',
    description: 'Postal address at the foot of campaigns, which most laws want there',
  }),
} as const;
