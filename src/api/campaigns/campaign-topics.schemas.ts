import { z } from 'zod';
import { wholeNumberText } from '#api/kernel/values.js';
import { idOf, instantSchema, iso, textSchema } from '#api/kernel/values.js';
import { type CampaignTopic, MAX_TOPICS } from '#domain/campaigns/campaign-topic.js';
import { suppressionReasons } from '#domain/mail/suppression.js';
import { localeSchema } from '#domain/mail/mail.settings.js';

const topicNameSchema = z
  .strictObject({ locale: localeSchema, name: textSchema(80).trim().min(1) })
  .meta({ id: 'CampaignTopicName', example: { locale: 'en', name: 'Offers' } });

const names = z
  .array(topicNameSchema)
  .min(1)
  .max(20)
  .meta({ description: 'One for each language; others read the first' });
const position = z.int().min(0).max(1_000).meta({ description: 'Lowest first on the preference page' });

export const topicInput = z
  .strictObject({ names, position: position.optional(), optIn: z.boolean().optional() })
  .meta({ id: 'CampaignTopicInput' });
export const topicPatch = z
  .strictObject({ names: names.optional(), position: position.optional(), archived: z.boolean().optional() })
  .meta({ id: 'CampaignTopicPatch' });
export type TopicInput = z.output<typeof topicInput>;
export type TopicPatch = z.output<typeof topicPatch>;
export const topicExample = { names: [{ locale: 'en', name: 'Offers' }] };

const count = z.int();
export const topicSchema = z
  .object({
    id: idOf('campaignTopic'),
    names: z.array(topicNameSchema),
    optIn: z.boolean().meta({
      description: 'Whether customers get its campaigns only once they have asked for them; never changes',
    }),
    position: count,
    subscribed: count.meta({ description: 'Addresses that have subscribed themselves' }),
    unsubscribed: count.meta({ description: 'Addresses that have unsubscribed from it' }),
    archivedAt: instantSchema.nullable(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'CampaignTopic' });

export const topicStatisticsQuery = z.object({ days: wholeNumberText({ min: 1, max: 730, fallback: 90 }) });

export const topicStatisticsSchema = z
  .object({
    topicId: idOf('campaignTopic').nullable().meta({ description: 'Null for campaigns without a topic' }),
    broadcasts: count,
    sent: count,
    delivered: count,
    clicks: count,
    clickers: count,
    unsubscribed: count,
    complained: count,
    skipped: count,
  })
  .meta({ id: 'CampaignTopicStatistics' });

export const emailPreferencesSchema = z
  .object({
    email: z.string().nullable().meta({ description: 'Null for the link of a test mail' }),
    suppressed: z.enum(suppressionReasons).nullable().meta({
      description: 'Why no campaign goes to the address; `unsubscribe` ends with a choice of topics',
    }),
    topics: z.array(z.object({ id: idOf('campaignTopic'), name: z.string(), subscribed: z.boolean() })),
  })
  .meta({ id: 'EmailPreferences' });

export const emailPreferencesInput = z
  .strictObject({ topicIds: z.array(idOf('campaignTopic').toLowerCase()).max(MAX_TOPICS) })
  .meta({ id: 'EmailPreferencesInput' });

export function topicResponse(
  topic: CampaignTopic & { subscribed: number; unsubscribed: number },
): z.input<typeof topicSchema> {
  const { archivedAt, createdAt, updatedAt, ...rest } = topic;
  return {
    ...rest,
    archivedAt: iso(archivedAt),
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
  };
}
