/** What a run does next; `failed` when the provider could not be reached. */
export interface BroadcastProgress {
  next: 'again' | 'wait' | 'paused' | 'done';
  waitMs?: number;
  failed?: boolean;
}
