import { originOf } from '#domain/_shared/context.js';
import { type BroadcastEvent, campaignsEvents } from '#domain/campaigns/campaigns.events.js';
import {
  broadcastChangedSignal,
  sendBroadcast,
  type SendBroadcastInput,
} from '#workflows/campaigns/campaigns.contract.js';
import { each, type Subscription } from './subscription.js';

const pick = ({ broadcastId, subject }: BroadcastEvent) => ({ broadcastId, subject });

export const campaignsSubscriptions: readonly Subscription[] = [
  each<BroadcastEvent, SendBroadcastInput>(
    'campaigns-broadcast',
    [campaignsEvents.requested, campaignsEvents.changed],
    (event) => ({
      contract: sendBroadcast,
      input: { ...pick(event.payload), origin: originOf(event) },
      signal: { name: broadcastChangedSignal.name, args: [] },
    }),
  ),
];
