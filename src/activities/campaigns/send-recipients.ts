import type { Origin } from '#domain/_shared/context.js';
import type { ShownContent } from '#domain/campaigns/shown-content.js';
import type { BulkStop } from '#integrations/mail/mailer.js';
import type { Mailers } from '#integrations/mail/mailers.js';
import type { CampaignBranding, CompiledCampaign } from '#integrations/mail/render-campaign.js';
import { newId } from '#lib/ids.js';
import type { Pace, Turn } from '#lib/pace.js';
import type { BroadcastSteps } from '#operations/campaigns/broadcast-steps.js';
import { readEmailSettings } from '#operations/mail/mail-settings.js';
import { withoutSecrets } from '#operations/mail/without-secrets.js';
import type { Platform } from '#operations/platform.js';
import type { BroadcastProgress } from './broadcast-progress.js';
import { createRecipientWrites } from './recipient-writes.js';
import { sendBatch } from './send-batch.js';

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 5 * 60_000;
/** Calls in a row at which the provider was away: then it is the provider, and no call. */
const MAX_AWAY = 5;
/** Calls in a row that came too fast, none between them taken: then it is a quota, and no pace. */
const MAX_THROTTLED = 10;
/** A call holds at most what leaves in so many seconds, so that pausing is felt. */
const CALL_SECONDS = 5;

/** How long a broadcast waits for a server that is away. @param failures rounds in a row that ended so */
export function backoffMs(failures: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
}

type Deps = Platform & { mailers: Mailers };

export interface SendingOptions {
  broadcastId: string;
  /** What its unsubscribe links end. */
  topicId: string | null;
  origin: Origin;
  campaign: { compiled: CompiledCampaign; face: CampaignBranding };
  shown: ShownContent;
  pace: Pace;
  /** Rounds in a row that ended because the provider was away. */
  failures: number;
  /** `Date.now()` at which the round ends. */
  endsAt: number;
  signal: AbortSignal;
}

/**
 * Sends a broadcast for some seconds, over as many lanes as the mailer has connections. Each lane takes recipients only when
 * it hands them over, so that a process which ends leaves no more unclear than were on their way.
 */
export async function sendRecipients(
  deps: Deps,
  steps: Pick<BroadcastSteps, 'claim' | 'settle'>,
  options: SendingOptions,
): Promise<BroadcastProgress> {
  const { settings, config, logger } = deps;
  const { broadcastId, topicId, origin, campaign, shown, pace, failures, endsAt, signal } = options;
  const writes = createRecipientWrites(deps, steps, { broadcastId, origin, shown, claimId: newId() });
  const { batch, parallel } = callSize(deps);
  let stopped: BulkStop | undefined;
  let away = 0;
  let throttled = 0;

  /** Whether nobody else is to be tried for now. */
  function isStop(stop: BulkStop): boolean {
    if (stop.throttled) throttled += 1;
    else away += 1;
    if (stop.wholeMessage || stop.retryAfterSeconds !== undefined) return true;
    return away >= MAX_AWAY || throttled >= MAX_THROTTLED || (parallel === 1 && !stop.throttled);
  }

  async function call(): Promise<boolean> {
    const size = Math.max(1, Math.min(batch, Math.floor(pace.rate() * CALL_SECONDS)));
    const turn = await pace.next(size, signal).catch(() => undefined);
    if (!turn) return false;
    try {
      return await callWith(turn, size);
    } finally {
      // A turn that is never given back would hold up all that follow it.
      turn.done();
    }
  }

  async function callWith(turn: Turn, size: number): Promise<boolean> {
    if (stopped || Date.now() > endsAt) return false;
    const claimed = await writes.claim(size);
    if (claimed.length === 0) return false;
    const {
      results,
      gone,
      stopped: stop,
    } = await sendBatch(deps, { broadcastId, topicId }, campaign, claimed, signal);
    if (stop?.throttled) turn.throttled();
    // Responded to by now: what is written down next is no matter of the provider.
    turn.done();
    const reason = stop && withoutSecrets(stop.reason, settings, config);
    const settled = writes.settle({ results, gone, pause: stop?.wholeMessage ? reason : undefined });
    if (!stop) [away, throttled] = [0, 0];
    else if (isStop(stop)) {
      stopped ??= stop;
      logger.warn({ broadcastId, reason, paused: stop.wholeMessage }, 'campaign stopped');
    }
    await settled;
    return stopped === undefined;
  }

  async function lane(): Promise<void> {
    while (!signal.aborted && Date.now() < endsAt && (await call()));
  }

  await Promise.all(Array.from({ length: parallel }, lane));
  if (!stopped || (stopped as BulkStop).wholeMessage) return { next: 'again' };
  const { retryAfterSeconds } = stopped as BulkStop;
  return {
    next: 'wait',
    waitMs: retryAfterSeconds === undefined ? backoffMs(failures) : retryAfterSeconds * 1000,
    failed: true,
  };
}

function callSize({ settings, mailers }: Pick<Deps, 'settings' | 'mailers'>): {
  batch: number;
  parallel: number;
} {
  try {
    return mailers.bulkMailerFor(readEmailSettings(settings));
  } catch {
    // A setting that cannot be read pauses the broadcast when it sends.
    return { batch: 1, parallel: 1 };
  }
}
