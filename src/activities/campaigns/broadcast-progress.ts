import type { EndedBroadcast } from '#operations/campaigns/broadcast-steps.js';

/** What a run does next; `failed` when the provider could not be reached. */
export interface BroadcastProgress {
  next: 'again' | 'wait' | 'paused' | 'done';
  waitMs?: number;
  failed?: boolean;
  /** How it ended, where it is done and was not sent to everybody. */
  ended?: EndedBroadcast;
}
