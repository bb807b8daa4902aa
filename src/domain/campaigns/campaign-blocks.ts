import { z } from 'zod';

/** Most blocks of a campaign. */
export const MOST_BLOCKS = 100;

const HTTP = /^https?:\/\/[^\s<>"'\\]+$/i;
const MAILTO = /^mailto:[^\s<>"'\\]+$/i;
/** Addresses that the platform fills in. */
const FILLED = /^\{\{\s*(store_url|unsubscribe_url)\s*\}\}[^\s<>"'\\]*$/;

/** Whether a link may lead there: http, https, mailto, or an address of the store's own. */
export function isCampaignLink(url: string): boolean {
  if (FILLED.test(url)) return true;
  return (HTTP.test(url) && URL.canParse(url)) || MAILTO.test(url);
}

/** NUL, and halves of surrogate pairs. */
const UNSTORABLE = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Text that the database can keep. */
const words = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !UNSTORABLE.test(text), 'must not contain NUL or broken characters');
const link = words(2048)
  .refine(isCampaignLink, 'must be an http, https or mailto address')
  .meta({ format: 'uri', example: 'https://store.example.com/sale' });
const picture = words(2048)
  .refine((url) => HTTP.test(url) && URL.canParse(url), 'must be an http or https address')
  .meta({ format: 'uri', example: 'https://store.example.com/sale.jpg' });

/** The kinds of blocks, declared once for validation, reference and rendering. */
export const campaignBlock = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('heading'),
      text: words(300).min(1),
      level: z.int().min(1).max(3).default(2),
    }),
    z.strictObject({
      type: z.literal('text'),
      text: words(10_000)
        .min(1)
        .meta({ description: 'Markdown: bold, italic, links, lists. HTML is shown as letters' }),
    }),
    z.strictObject({
      type: z.literal('image'),
      url: picture,
      alt: words(300).default(''),
      href: link.optional(),
    }),
    z.strictObject({ type: z.literal('logo') }),
    z.strictObject({ type: z.literal('button'), label: words(120).min(1), url: link }),
    z.strictObject({ type: z.literal('social') }),
    z.strictObject({ type: z.literal('divider') }),
    z.strictObject({ type: z.literal('spacer'), height: z.int().min(4).max(120).default(24) }),
  ])
  .meta({ id: 'CampaignBlock' });

export const campaignBlocks = z.array(campaignBlock).min(1).max(MOST_BLOCKS);
export type CampaignBlock = z.output<typeof campaignBlock>;

/** What a campaign says. */
export interface CampaignContent {
  subject: string;
  previewText: string;
  blocks: CampaignBlock[];
}

/** Variables that a campaign may use. */
export const campaignVariables = [
  ...['customer_name', 'store_name', 'store_url', 'support_email', 'accent_color', 'unsubscribe_url'],
] as const;
