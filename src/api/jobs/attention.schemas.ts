import { z } from 'zod';
import { instantSchema } from '#api/kernel/values.js';

const path = z
  .string()
  .meta({ description: 'Path of an operation; the console has a page at each', example: '/admin/refunds' });

const attentionItemSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    reason: z.string().nullable(),
    remedy: z.string().nullable().meta({ description: 'Where it differs from that of the kind' }),
    at: instantSchema.nullable(),
    link: path,
  })
  .meta({ id: 'AttentionItem' });

const attentionKindSchema = z
  .object({
    kind: z.string().meta({ example: 'failedRefunds' }),
    title: z.string().meta({ example: 'Failed refunds' }),
    remedy: z.string().meta({ description: 'What to do about it, in one sentence' }),
    failed: z.boolean().meta({ description: 'A failure; otherwise a decision that somebody waits for' }),
    link: path.meta({ description: 'Path of the list that shows the same rows' }),
    count: z.int().meta({ description: 'At most 1,000' }),
    more: z.boolean().meta({ description: 'There are more than `count`' }),
    newest: z.array(attentionItemSchema).max(5),
    unread: z.string().nullable().meta({
      description: 'Why it could not be read',
    }),
  })
  .meta({ id: 'AttentionKind' });
export type AttentionKindResponse = z.infer<typeof attentionKindSchema>;

export const attentionSchema = z
  .object({
    engineAvailable: z.boolean().meta({ description: 'While it is away, failed jobs are missing here' }),
    kinds: z.array(attentionKindSchema),
  })
  .meta({ id: 'Attention' });
export type AttentionResponse = z.infer<typeof attentionSchema>;
