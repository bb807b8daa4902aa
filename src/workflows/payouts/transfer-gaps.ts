import type { TransferState } from '#domain/payouts/transfer.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** IMPS arrives within seconds, NEFT within half an hour; a transfer may be queued for weeks for want of funds. */
const FIRST_GAP_MS = 30_000;
const LONGEST_GAP_MS = 6 * HOUR_MS;
/** Banks return what they took within three working days; what comes later comes by webhook. */
const AFTERWARDS_MS = [HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS];

/** How long to wait for a webhook before the provider is asked; null where nothing follows. */
export function gapAfter(state: TransferState | null, look: number): number | null {
  if (state === 'requested' || state === 'initiated')
    return Math.min(FIRST_GAP_MS * 2 ** Math.min(look, 20), LONGEST_GAP_MS);
  return state === 'processed' ? (AFTERWARDS_MS[look] ?? null) : null;
}
