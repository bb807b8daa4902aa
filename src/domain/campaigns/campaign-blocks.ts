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
const isPicture = (url: string) => HTTP.test(url) && URL.canParse(url);

/** A block, by its kind. */
export type CampaignBlock =
  | { type: 'heading'; text: string; level?: number }
  | { type: 'text'; text: string }
  | { type: 'image'; url: string; alt?: string; href?: string }
  | { type: 'logo' }
  | { type: 'button'; label: string; url: string }
  | { type: 'social' }
  | { type: 'divider' }
  | { type: 'spacer'; height?: number };

type BlockType = CampaignBlock['type'];

/** The fields of each kind; those that a kind does not name are refused. */
const kinds: Readonly<Record<BlockType, { needs: readonly string[]; takes: readonly string[] }>> = {
  heading: { needs: ['text'], takes: ['level'] },
  text: { needs: ['text'], takes: [] },
  image: { needs: ['url'], takes: ['alt', 'href'] },
  logo: { needs: [], takes: [] },
  button: { needs: ['label', 'url'], takes: [] },
  social: { needs: [], takes: [] },
  divider: { needs: [], takes: [] },
  spacer: { needs: [], takes: ['height'] },
};
const HEADING_LENGTH = 300;

/** Blocks of all kinds, declared once for validation, reference and rendering. */
export const campaignBlock = z
  .strictObject({
    type: z.enum(Object.keys(kinds) as [BlockType, ...BlockType[]]),
    text: words(10_000)
      .min(1)
      .optional()
      .meta({
        description: `Of \`heading\`, at most ${HEADING_LENGTH} characters, and of \`text\`: Markdown with bold, italic, links and lists, HTML is shown as letters`,
      }),
    level: z.int().min(1).max(3).optional().meta({ description: 'Of `heading`; 2 unless told' }),
    url: link.optional().meta({ description: 'Of `image` (http or https) and `button`' }),
    alt: words(300).optional().meta({ description: 'Of `image`: its alternative text' }),
    href: link.optional().meta({ description: 'Of `image`: where it leads' }),
    label: words(120).min(1).optional().meta({ description: 'Of `button`' }),
    height: z
      .int()
      .min(4)
      .max(120)
      .optional()
      .meta({ description: 'Of `spacer`, in pixels; 24 unless told' }),
  })
  .superRefine((block, context) => {
    const { needs, takes } = kinds[block.type];
    const fail = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    const given = Object.entries(block).filter(([name, value]) => name !== 'type' && value !== undefined);
    for (const [name] of given)
      if (!needs.includes(name) && !takes.includes(name))
        fail(name, `is no field of the block ${block.type}`);
    for (const name of needs)
      if (block[name as 'text'] === undefined) fail(name, `is needed by the block ${block.type}`);
    if (block.type === 'heading' && (block.text?.length ?? 0) > HEADING_LENGTH)
      fail('text', `must have at most ${HEADING_LENGTH} characters in a heading`);
    if (block.type === 'image' && block.url !== undefined && !isPicture(block.url))
      fail('url', 'must be an http or https address');
  })
  .meta({
    id: 'CampaignBlock',
    example: { type: 'text', text: 'Dear {{customer_name}}' },
  }) as unknown as z.ZodType<CampaignBlock, CampaignBlock>;

export const campaignBlocks = z.array(campaignBlock).min(1).max(MOST_BLOCKS);

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
