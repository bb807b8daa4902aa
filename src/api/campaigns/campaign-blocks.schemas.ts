import { issueOf } from '#domain/_shared/issue-codes.js';
import { z } from 'zod';
import {
  type BlockType,
  blockKinds,
  type CampaignBlock,
  HEADING_LENGTH,
  isCampaignLink,
  isPicture,
  MAX_BLOCKS,
} from '#domain/campaigns/campaign-blocks.js';

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
/** Blocks of all kinds, declared once for validation, reference and rendering. */
export const campaignBlock = z
  .strictObject({
    type: z.enum(Object.keys(blockKinds) as [BlockType, ...BlockType[]]),
    text: words(10_000)
      .min(1)
      .optional()
      .meta({
        description: `Of \`heading\`, at most ${HEADING_LENGTH} characters, and of \`text\`: Markdown with bold, italic, links and lists, HTML is shown as letters`,
      }),
    level: z.int().min(1).max(3).optional().meta({ description: 'Of `heading`; defaults to 2' }),
    url: link.optional().meta({ description: 'Of `image` (http or https) and `button`' }),
    alt: words(300).optional().meta({ description: 'Of `image`: its alternative text' }),
    href: link.optional().meta({ description: 'Of `image`: where it leads' }),
    label: words(120).min(1).optional().meta({ description: 'Of `button`' }),
    height: z
      .int()
      .min(4)
      .max(120)
      .optional()
      .meta({ description: 'Of `spacer`, in pixels; defaults to 24' }),
  })
  .superRefine((block, context) => {
    const { needs, takes } = blockKinds[block.type];
    const fail = (name: string, message: string) =>
      context.addIssue(issueOf('inconsistent', message, [name]));
    const given = Object.entries(block).filter(([name, value]) => name !== 'type' && value !== undefined);
    for (const [name] of given)
      if (!needs.includes(name) && !takes.includes(name))
        fail(name, `is an unknown field of the block ${block.type}`);
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

export const campaignBlocks = z.array(campaignBlock).min(1).max(MAX_BLOCKS);
