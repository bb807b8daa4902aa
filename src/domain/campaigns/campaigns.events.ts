import { defineEvent } from '#domain/_shared/event.js';

interface TemplateEvent {
  name: string;
}
export interface BroadcastEvent {
  broadcastId: string;
  subject?: string;
}

interface TopicEvent {
  topicId: string;
}
interface ConsentEvent extends TopicEvent {
  subscribed: boolean;
  source: string;
}

export const campaignsEvents = {
  templateCreated: defineEvent<TemplateEvent>(
    'campaign.template_created',
    'campaign-template',
    'A campaign template was created',
  ),
  templateUpdated: defineEvent<TemplateEvent>(
    'campaign.template_updated',
    'campaign-template',
    'A campaign template was changed',
  ),
  templateDeleted: defineEvent<TemplateEvent>(
    'campaign.template_deleted',
    'campaign-template',
    'A campaign template was deleted',
  ),
  topicCreated: defineEvent<TopicEvent>(
    'campaign.topic_created',
    'campaignTopic',
    'A topic of campaigns was created',
  ),
  topicUpdated: defineEvent<TopicEvent>(
    'campaign.topic_updated',
    'campaignTopic',
    'A topic of campaigns was changed or archived',
  ),
  consentChanged: defineEvent<ConsentEvent>(
    'campaign.consent_changed',
    'campaign-consent',
    'An address subscribed to a topic of campaigns, or unsubscribed from it',
  ),
  requested: defineEvent<BroadcastEvent>(
    'campaign.broadcast_requested',
    'broadcast',
    'A broadcast was accepted',
  ),
  started: defineEvent<BroadcastEvent & { status: string }>(
    'campaign.broadcast_started',
    'broadcast',
    'A broadcast started to send',
  ),
  changed: defineEvent<BroadcastEvent & { status: string }>(
    'campaign.broadcast_changed',
    'broadcast',
    'A broadcast was paused, resumed or cancelled',
  ),
  ended: defineEvent<BroadcastEvent & { status: string }>(
    'campaign.broadcast_ended',
    'broadcast',
    'A broadcast ended',
  ),
};
