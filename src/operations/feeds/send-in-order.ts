import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeOutcome, FeedChange, Halt, SendControl, SendResult } from './feed.js';

/** Calls in flight at most. */
const PARALLEL = 8;
/** So many calls in a row without a usable response: the remote side is away. */
const AWAY = 5;
const AWAY_SECONDS = 15;

/**
 * Sends changes one call each, beginning in their order and evenly spread, some in flight at once. The first outcome
 * that concerns all calls ends it; changes that were not begun have no outcome.
 */
export async function sendInOrder(
  changes: readonly FeedChange[],
  { signal, firstCallAt, spacingMs }: SendControl,
  call: (change: FeedChange) => Promise<ChangeOutcome | { halt: Halt; outcome?: ChangeOutcome }>,
): Promise<SendResult> {
  const outcomes = new Map<number, ChangeOutcome>();
  let halt: Halt | undefined;
  let failures = 0;
  let index = 0;
  let nextAt = Math.max(firstCallAt.getTime(), Date.now());

  async function pace(): Promise<void> {
    const wait = nextAt - Date.now();
    nextAt = Math.max(nextAt, Date.now()) + spacingMs;
    if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => undefined);
  }

  async function lane(): Promise<void> {
    while (index < changes.length && !halt && !signal.aborted) {
      const change = changes[index++];
      if (!change) return;
      await pace();
      // While it waited for its turn another call may have ended it all.
      if (halt || signal.aborted) return;
      const outcome = await call(change);
      if ('halt' in outcome) {
        halt ??= outcome.halt;
        if (outcome.outcome) outcomes.set(change.intentId, outcome.outcome);
        return;
      }
      outcomes.set(change.intentId, outcome);
      failures = outcome.kind === 'retry' ? failures + 1 : 0;
      if (failures >= AWAY && outcome.kind === 'retry') {
        halt ??= {
          reason: 'unavailable',
          message: outcome.message,
          retryAfterSeconds: outcome.retryAfterSeconds ?? AWAY_SECONDS,
        };
      }
    }
  }

  const lanes = await Promise.allSettled(Array.from({ length: PARALLEL }, lane));
  const broken = lanes.find((item) => item.status === 'rejected');
  if (broken) throw broken.reason;
  return halt ? { outcomes, halt } : { outcomes };
}
