import { defineEvent } from '#domain/_shared/event.js';

interface TemplateEvent {
  name: string;
}
export interface BroadcastEvent {
  broadcastId: string;
  subject?: string;
}

export const campaignsEvents = {
  templateCreated: defineEvent<TemplateEvent>('campaign.template_created', 'campaign-template', 'A campaign template was created'), // prettier-ignore
  templateUpdated: defineEvent<TemplateEvent>('campaign.template_updated', 'campaign-template', 'A campaign template was changed'), // prettier-ignore
  templateDeleted: defineEvent<TemplateEvent>('campaign.template_deleted', 'campaign-template', 'A campaign template was deleted'), // prettier-ignore
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
