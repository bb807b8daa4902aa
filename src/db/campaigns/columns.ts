import { boolean, instant, integer, nullable, text, textOf, uuid } from '#domain/_shared/columns.js';
import { broadcastColumns } from '#domain/campaigns/broadcast.js';
import { campaignTemplateColumns } from '#domain/campaigns/campaign-template.js';
import { campaignTopicColumns } from '#domain/campaigns/campaign-topic.js';

/** The columns of the tables of this feature. */
export const campaignsTables = {
  campaigns_broadcasts: { ...broadcastColumns },
  campaigns_clicks: {
    recipientId: uuid,
    broadcastId: uuid,
    key: text,
    clicks: integer,
    firstAt: instant,
    lastAt: instant,
  },
  campaigns_consents: { address: text, topicId: uuid, subscribed: boolean, source: text, changedAt: instant },
  campaigns_links: { broadcastId: uuid, key: text, block: integer, url: text },
  campaigns_recipients: {
    id: uuid,
    broadcastId: uuid,
    userId: nullable(uuid),
    address: nullable(text),
    name: text,
    state: textOf<'queued' | 'sending' | 'sent' | 'failed' | 'suppressed' | 'unclear'>(),
    reason: nullable(text),
    attempts: integer,
    putOffs: integer,
    putOffSince: nullable(instant),
    notBefore: nullable(instant),
    round: integer,
    claimId: nullable(uuid),
    providerMessageId: nullable(text),
    deliveryStatus: nullable(textOf<'deferred' | 'delivered' | 'bounced' | 'complained'>()),
    deliveryStatusAt: nullable(instant),
    unsubscribedAt: nullable(instant),
    sentAt: nullable(instant),
    updatedAt: instant,
  },
  campaigns_templates: { ...campaignTemplateColumns },
  campaigns_topics: { ...campaignTopicColumns },
};
