import { defineQuery, defineSignal } from '@temporalio/workflow';
import type { Origin } from '#domain/_shared/context.js';
import { contract, entityIds } from '#lib/workflow/contract.js';

export interface SendBroadcastInput {
  broadcastId: string;
  /** For the summary; absent where a step of the run itself caused the signal. */
  subject?: string;
  origin: Origin;
}

/** The broadcast was paused, resumed or cancelled; carries nothing, the row says what holds. */
export const broadcastChangedSignal = defineSignal('changed');
/** What the run is doing right now. */
export const broadcastStepQuery = defineQuery<'sending' | 'waiting' | 'paused'>('step');

/**
 * Sends a broadcast: waits for its time, writes its audience into rows, and sends them batch by batch. Started by the
 * request that accepted it, and signalled when it is paused, resumed or cancelled. One run a broadcast by its id;
 * nobody is written to twice, because each batch is claimed in the database first. A run that is cancelled leaves the
 * broadcast as cancelled.
 */
export const sendBroadcast = contract<SendBroadcastInput>()({
  name: 'sendBroadcast',
  ...entityIds<SendBroadcastInput>('campaigns-broadcast', ({ broadcastId }) => broadcastId),
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: () => ({}),
  summary: ({ subject, broadcastId }) => `Broadcast: ${subject ?? broadcastId}`,
  signals: { changed: broadcastChangedSignal },
  queries: { step: broadcastStepQuery },
});
