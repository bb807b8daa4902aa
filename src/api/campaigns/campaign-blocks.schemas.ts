import { isStorable } from '#domain/_shared/storable-text.js';
import { issueOf } from '#domain/_shared/issue-codes.js';
import { z } from 'zod';
import { idOf } from '#api/kernel/values.js';
import {
  alignments,
  type BlockType,
  blockKinds,
  type CampaignBlock,
  containerTypes,
  COUPON_TEXT_LENGTH,
  couponCodes,
  DEFAULT_LISTED,
  HEADING_LENGTH,
  isCampaignLink,
  isPicture,
  MAX_BLOCKS,
  MAX_INNER_BLOCKS,
  MAX_LISTED,
  simpleBlocks,
} from '#domain/campaigns/campaign-blocks.js';

/** Text that the database can keep. */
const words = (max: number) =>
  z.string().max(max).refine(isStorable, 'must not contain NUL or broken characters');
const link = words(2048)
  .refine(isCampaignLink, 'must be an http, https or mailto address')
  .meta({ format: 'uri', example: 'https://store.example.com/sale' });
const simpleTypes = (Object.keys(blockKinds) as BlockType[]).filter(
  (type) => !(containerTypes as readonly BlockType[]).includes(type),
);

const simpleFields = {
  text: words(10_000)
    .min(1)
    .optional()
    .meta({
      description: `Of \`heading\`, at most ${HEADING_LENGTH} characters, of \`coupon\`, at most ${COUPON_TEXT_LENGTH}, and of \`text\`: Markdown with bold, italic, links and lists, HTML is shown as letters`,
    }),
  level: z.int().min(1).max(3).optional().meta({ description: 'Of `heading`; defaults to 2' }),
  url: link.optional().meta({ description: 'Of `image` (http or https) and `button`' }),
  alt: words(300).optional().meta({ description: 'Of `image`: its alternative text' }),
  href: link.optional().meta({ description: 'Of `image`: where it leads' }),
  label: words(120).min(1).optional().meta({ description: 'Of `button`, and of that of `product`' }),
  height: z.int().min(4).max(120).optional().meta({ description: 'Of `spacer`, in pixels; defaults to 24' }),
  productId: idOf('product').optional().meta({ description: 'Of `product`' }),
  listingId: idOf('dynamicListing').optional().meta({ description: 'Of `listing`' }),
  count: z
    .int()
    .min(1)
    .max(MAX_LISTED)
    .optional()
    .meta({ description: `Of \`listing\`: most products; defaults to ${DEFAULT_LISTED}` }),
  discountId: idOf('discount').optional().meta({ description: 'Of `coupon`' }),
  codes: z.enum(couponCodes).optional().meta({
    description:
      'Of `coupon`: `own` (the default) shows the code of the discount, `bulk` gives each recipient a bulk code of it',
  }),
};

type Given = { type: BlockType; [field: string]: unknown };

/** The fields of a block are those of its kind. */
function fieldsOfKind(block: Given, context: z.RefinementCtx): void {
  const { needs, takes } = blockKinds[block.type];
  const fail = (name: string, message: string) => context.addIssue(issueOf('inconsistent', message, [name]));
  const given = Object.entries(block).filter(([name, value]) => name !== 'type' && value !== undefined);
  for (const [name] of given)
    if (!needs.includes(name) && !takes.includes(name))
      fail(name, `is an unknown field of the block ${block.type}`);
  for (const name of needs) if (block[name] === undefined) fail(name, `is needed by the block ${block.type}`);
  const { text, url } = block as { text?: string; url?: string };
  if (block.type === 'heading' && (text?.length ?? 0) > HEADING_LENGTH)
    fail('text', `must have at most ${HEADING_LENGTH} characters in a heading`);
  if (block.type === 'coupon' && (text?.length ?? 0) > COUPON_TEXT_LENGTH)
    fail('text', `must have at most ${COUPON_TEXT_LENGTH} characters in a coupon`);
  if (block.type === 'image' && url !== undefined && !isPicture(url))
    fail('url', 'must be an http or https address');
}

const example = { type: 'text', text: 'Dear {{customer_name}}' };

const innerBlock = z
  .strictObject({ type: z.enum(simpleTypes as [BlockType, ...BlockType[]]), ...simpleFields })
  .superRefine(fieldsOfKind)
  .meta({ id: 'CampaignInnerBlock', example });

const inner = (description: string) =>
  z.array(innerBlock).min(1).max(MAX_INNER_BLOCKS).optional().meta({ description });

/** Blocks of all kinds, declared once for validation, reference and rendering. */
export const campaignBlock = z
  .strictObject({
    type: z.enum(Object.keys(blockKinds) as [BlockType, ...BlockType[]]),
    ...simpleFields,
    left: inner('Of `columns`: blocks of the left one'),
    right: inner('Of `columns`: blocks of the right one'),
    blocks: inner('Of `section`'),
    align: z
      .enum(alignments)
      .optional()
      .meta({ description: 'Of `section` and `columns`: where their blocks begin' }),
  })
  .superRefine(fieldsOfKind)
  .meta({ id: 'CampaignBlock', example }) as unknown as z.ZodType<CampaignBlock, CampaignBlock>;

export const campaignBlocks = z
  .array(campaignBlock)
  .min(1)
  .max(MAX_BLOCKS)
  .superRefine((blocks, context) => {
    const count = simpleBlocks(blocks).length;
    if (count > MAX_BLOCKS)
      context.addIssue(issueOf('too_big', `must have at most ${MAX_BLOCKS} blocks in all (got ${count})`));
  });
