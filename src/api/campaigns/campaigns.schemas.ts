import { issueOf } from '#domain/_shared/issue-codes.js';
import { z } from 'zod';
import { listForms } from '#api/kernel/list-form.js';
import { listQuerySchema } from '#api/kernel/list-query.js';
import {
  emailSchema,
  idOf,
  idSchema,
  instantInputSchema,
  instantSchema,
  iso,
  moneySchema,
  textSchema,
  wholeNumberText,
} from '#api/kernel/values.js';
import {
  type Audience,
  type Broadcast,
  broadcastStatuses,
  type RecipientRow,
  recipientStates,
} from '#domain/campaigns/broadcast.js';
import type { CampaignTemplate, CampaignTemplateSummary } from '#domain/campaigns/campaign-template.js';
import { deliveryStatuses } from '#domain/mail/provider-event.js';
import { type BlockType, blockKinds } from '#domain/campaigns/campaign-blocks.js';
import { campaignBlocks } from './campaign-blocks.schemas.js';

const subject = textSchema(250)
  .trim()
  .min(1)
  .meta({ example: 'The Diwali sale has begun, {{customer_name}}' });
const previewText = textSchema(250);

export const blocksExample = [
  { type: 'logo' },
  { type: 'heading', text: 'The Diwali sale has begun', level: 1 },
  { type: 'text', text: 'Dear {{customer_name}},\n\nup to **half price** on lamps.' },
  { type: 'button', label: 'See the lamps', url: 'https://store.example.com/lamps' },
];

const templateFields = z.object({
  name: textSchema(120).trim().min(1),
  subject,
  previewText: previewText.optional(),
  blocks: campaignBlocks,
});
export const templateInput = templateFields.meta({ id: 'CampaignTemplateInput' });
export const templatePatch = templateFields.partial().meta({ id: 'CampaignTemplatePatch' });
export const templateExample = { name: 'Diwali', subject: 'The sale has begun', blocks: blocksExample };

export const templateSchema = z
  .object({
    id: idOf('campaignTemplate'),
    name: z.string(),
    subject: z.string(),
    previewText: z.string(),
    blocks: campaignBlocks,
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'CampaignTemplate' });

export const templateSummarySchema = templateSchema
  .omit({ blocks: true })
  .meta({ id: 'CampaignTemplateSummary' });

export const templateListQuery = listQuerySchema({
  filters: { name: 'string', createdAt: 'date', updatedAt: 'date' },
  sort: ['createdAt', 'updatedAt', 'name'],
});

export const previewInput = z
  .object({ subject: subject.optional(), previewText: previewText.optional(), blocks: campaignBlocks })
  .meta({ id: 'CampaignPreviewInput' });
export const previewSchema = z
  .object({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    unknownVariables: z.array(z.string()),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'CampaignPreview' });

const audienceTypes = ['all_customers', 'user_ids', 'customer_group', 'inactive_customers'] as const;
/** Most users that a request names. */
const MAX_USERS = 1_000;
export const audienceSchema = z
  .strictObject({
    type: z.enum(audienceTypes),
    userIds: z.array(idOf('user')).min(1).max(MAX_USERS).optional().meta({ description: 'Of `user_ids`' }),
    customerGroupId: idOf('customerGroup')
      .toLowerCase()
      .optional()
      .meta({ description: 'Of `customer_group`' }),
  })
  .superRefine(({ type, userIds, customerGroupId }, context) => {
    const fail = (message: string, field = 'userIds') =>
      context.addIssue(issueOf('inconsistent', message, [field]));
    if (type === 'user_ids' && userIds === undefined) fail('must name the users');
    if (type !== 'user_ids' && userIds !== undefined) fail('is only for the audience user_ids');
    if (type === 'customer_group' && customerGroupId === undefined)
      fail('must name the group', 'customerGroupId');
    if (type !== 'customer_group' && customerGroupId !== undefined)
      fail('is only for the audience customer_group', 'customerGroupId');
  })
  .meta({ id: 'CampaignAudience', example: { type: 'all_customers' } }) as unknown as z.ZodType<
  Audience,
  Audience
>;

const topicIdSchema = idOf('campaignTopic')
  .toLowerCase()
  .optional()
  .meta({ description: 'What it is about; needed once the store has topics' });

export const audienceInput = z
  .object({ audience: audienceSchema, topicId: topicIdSchema })
  .meta({ id: 'CampaignAudienceInput' });

export const sendInput = z
  .object({
    audience: audienceSchema,
    topicId: topicIdSchema,
    subject: subject
      .optional()
      .meta({ description: 'Needed with `blocks`; with `templateId` that of the template is used' }),
    previewText: previewText.optional(),
    templateId: idOf('campaignTemplate').optional(),
    blocks: campaignBlocks.optional(),
    scheduleFor: instantInputSchema
      .optional()
      .meta({ description: 'Within a year; at once when it is left out' }),
  })
  .meta({ id: 'CampaignSendInput' });
export type SendInput = z.output<typeof sendInput>;

export const acceptedSchema = z
  .object({
    broadcastId: idOf('broadcast'),
    status: z.enum(broadcastStatuses),
    recipientCount: z.int(),
    scheduleFor: instantSchema.nullable(),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'CampaignAccepted' });
export type Accepted = z.input<typeof acceptedSchema>;

export const campaignTestInput = z
  .object({ to: emailSchema, subject, previewText: previewText.optional(), blocks: campaignBlocks })
  .meta({ id: 'CampaignTestInput' });

export const audienceResponseSchema = z
  .object({
    recipients: z.int(),
    suppressed: z.int().meta({ description: 'Of those, on the suppression list' }),
    unverified: z.int().meta({ description: 'Of the others, whose address is not verified' }),
    unsubscribed: z.int().meta({ description: 'Of the others, who have unsubscribed from the topic' }),
    inactive: z.int().meta({ description: 'Of the others, inactive for `email.campaign_inactive_months`' }),
    overWeeklyLimit: z
      .int()
      .meta({ description: 'Of the others, who have had `email.campaign_weekly_limit`' }),
    examples: z.array(z.object({ userId: idOf('user'), name: z.string(), email: z.string() })),
  })
  .meta({ id: 'CampaignAudienceSize' });

const count = z.int();
export const broadcastSchema = z
  .object({
    id: idOf('broadcast'),
    status: z.enum(broadcastStatuses),
    reason: z.string().nullable().meta({ description: 'Why it is paused or has failed' }),
    audienceType: z.enum(audienceTypes),
    topicId: idOf('campaignTopic').nullable(),
    templateId: idOf('campaignTemplate').nullable(),
    subject: z.string(),
    previewText: z.string(),
    scheduleFor: instantSchema.nullable(),
    startedAt: instantSchema.nullable(),
    finishedAt: instantSchema.nullable(),
    recipientCount: count,
    round: count.meta({ description: '1, and one more each time recipients are written to again' }),
    counters: z.object({
      queued: count,
      sending: count,
      sent: count,
      failed: count,
      suppressed: count,
      unclear: count,
      delivered: count,
      bounced: count,
      complained: count,
      unsubscribed: count,
    }),
    createdBy: z.string(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'Broadcast' });

export const resendInput = z
  .strictObject({ failed: z.boolean().default(false), unclear: z.boolean().default(false) })
  .refine(({ failed, unclear }) => failed || unclear, {
    message: 'name failed, unclear or both',
    path: ['failed'],
  })
  .meta({ id: 'BroadcastResendInput' });
export type ResendInput = z.output<typeof resendInput>;

export const resendResultSchema = z
  .object({
    broadcastId: idSchema,
    status: z.enum(broadcastStatuses),
    round: count.meta({ description: '1 for the first sending' }),
    queued: count,
    skipped: count.meta({ description: 'Suppressed addresses and closed accounts' }),
  })
  .meta({ id: 'BroadcastResendResult' });
export type ResendResult = z.input<typeof resendResultSchema>;

export const broadcastDetailSchema = broadcastSchema
  .extend({
    blocks: campaignBlocks.nullable().meta({ description: 'Null until a template is read, at the start' }),
  })
  .meta({ id: 'BroadcastDetail' });

export const broadcastStatisticsSchema = z
  .object({
    sent: count,
    delivered: count,
    bounced: count,
    complained: count,
    unsubscribed: count,
    clicks: count.meta({ description: 'Of all links' }),
    clickers: count.meta({ description: 'Recipients who opened a link' }),
    orders: count.meta({ description: 'Confirmed orders within the window after a click' }),
    orderAmount: moneySchema.meta({ description: 'Their grand totals, in subunits' }),
    windowDays: count,
    skipped: z.array(z.object({ reason: z.string(), count })).meta({
      description:
        'Who was not written to: `unverified`, `topic`, `inactive`, `weekly_limit`, `cancelled`, or the reason of the suppression list',
    }),
    links: z
      .array(
        z.object({
          block: count.meta({ description: 'Place of the block, from 1' }),
          blockType: z.enum(Object.keys(blockKinds) as [BlockType, ...BlockType[]]),
          url: z.string(),
          clicks: count,
          clickers: count,
        }),
      )
      .meta({ description: 'In the order of the blocks' }),
  })
  .meta({ id: 'BroadcastStatistics' });
export type BroadcastStatisticsResponse = z.input<typeof broadcastStatisticsSchema>;

export const broadcastListQuery = listQuerySchema({
  params: { status: broadcastStatuses },
  filters: { createdAt: 'date', scheduleFor: 'date' },
  sort: ['createdAt', 'scheduleFor'],
});

export const recipientsQuery = z.object({
  state: z.enum(recipientStates).optional(),
  limit: wholeNumberText({ min: 1, max: 100, fallback: 20 }),
  cursor: z
    .string()
    .optional()
    .meta({ description: '`nextCursor` of the page before, with the same filters' }),
});
recipientsQuery.register(listForms, { paging: 'cursor' });
export type RecipientsQuery = z.output<typeof recipientsQuery>;

export const recipientSchema = z
  .object({
    id: idSchema,
    userId: idOf('user').nullable(),
    address: z.string().nullable().meta({ description: 'Null after 180 days' }),
    state: z.enum(recipientStates),
    reason: z.string().nullable(),
    deliveryStatus: z.enum(deliveryStatuses).nullable(),
    sentAt: instantSchema.nullable(),
    unsubscribedAt: instantSchema.nullable(),
  })
  .meta({ id: 'BroadcastRecipient' });

export function templateResponse({
  createdAt,
  updatedAt,
  ...rest
}: CampaignTemplate): z.input<typeof templateSchema> {
  return { ...rest, createdAt: iso(createdAt), updatedAt: iso(updatedAt) };
}

export function templateSummaryResponse({
  createdAt,
  updatedAt,
  ...rest
}: CampaignTemplateSummary): z.input<typeof templateSummarySchema> {
  return { ...rest, createdAt: iso(createdAt), updatedAt: iso(updatedAt) };
}

export function broadcastResponse(row: Broadcast): z.input<typeof broadcastSchema> {
  const { queued, sending, sent, failed, suppressed, unclear, delivered, bounced, complained, unsubscribed } =
    row;
  const { id, status, reason, templateId, subject, previewText, recipientCount, round, createdBy } = row;
  return {
    id,
    status,
    reason,
    audienceType: row.audience.type,
    topicId: row.topicId,
    templateId,
    subject,
    previewText,
    recipientCount,
    round,
    scheduleFor: iso(row.scheduleFor),
    startedAt: iso(row.startedAt),
    finishedAt: iso(row.finishedAt),
    counters: {
      queued,
      sending,
      sent,
      failed,
      suppressed,
      unclear,
      delivered,
      bounced,
      complained,
      unsubscribed,
    },
    createdBy,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

export function recipientResponse({
  sentAt,
  unsubscribedAt,
  ...row
}: RecipientRow): z.input<typeof recipientSchema> {
  return {
    ...row,
    deliveryStatus: row.deliveryStatus as z.input<typeof recipientSchema>['deliveryStatus'],
    sentAt: iso(sentAt),
    unsubscribedAt: iso(unsubscribedAt),
  };
}
