import type { ItemResult } from '#db/feeds/items.repository.js';
import { MAX_ATTEMPTS, retryDelayMs } from '#domain/feeds/feed.js';
import type { ChangeOutcome } from '#operations/feeds/feed.js';
import { doneIntent, type PlannedChange, type Settled } from './plan-changes.js';

/** What the outcome of a change makes of its intent and its item. @param handleId the batch, where it was submitted */
export function settleChange(
  change: PlannedChange,
  outcome: ChangeOutcome,
  now: Date,
  handleId: string | null,
): Settled {
  const { intent, variantId, intentId } = change;
  const item = { variantId, intentId, attempts: 0, lastError: null };
  switch (outcome.kind) {
    case 'done':
      if (change.renames)
        return {
          intent: { ...doneIntent(intent), state: 'open', attempts: 0, dueAt: now },
          item: { ...item, status: 'pending', sent: null },
        };
      return { intent: doneIntent(intent), item: { ...item, ...outcomeOf(change, now, outcome.version) } };
    case 'submitted':
      return {
        intent: { ...doneIntent(intent), state: 'submitted', handleId },
        item: { ...item, ...submittedOf(change, now), status: 'submitted' },
      };
    case 'refused':
      return failed(change, outcome.message);
    case 'retry':
      return retried(change, outcome, now);
  }
}

function outcomeOf(change: PlannedChange, now: Date, accepted?: number) {
  const { kind, remoteId, hash, payload, before, leaves, intent } = change;
  if (kind === 'delete') {
    // What was removed by an operator stays away until he or a change of the product brings it back.
    return { status: 'deleted' as const, lastError: leaves, sent: null, withdrawn: intent.kind === 'delete' };
  }
  // Also where a lost call may have created it: only what is known to have been sent is updated.
  const sent = {
    remoteId,
    hash: hash ?? '',
    payload,
    at: now,
    countsAsUpdate: !!before?.payload,
    version: accepted ?? change.version,
  };
  return { status: 'synced' as const, sent };
}

/** What was deleted is there until its batch is finished. */
function submittedOf(change: PlannedChange, now: Date): Partial<ItemResult> {
  if (change.kind === 'upsert') return outcomeOf(change, now);
  const { remoteId, before, leaves, intent } = change;
  const { version } = change;
  const sent = {
    remoteId,
    hash: null,
    payload: before?.payload ?? null,
    at: null,
    countsAsUpdate: false,
    version,
  };
  return { lastError: leaves, withdrawn: intent.kind === 'delete', sent };
}

function failed({ intent, variantId, intentId }: PlannedChange, message: string): Settled {
  const attempts = intent.attempts + 1;
  return {
    intent: { ...doneIntent(intent), state: 'failed', attempts, error: message },
    item: { variantId, intentId, status: 'failed', attempts, lastError: message },
  };
}

function retried(
  change: PlannedChange,
  { message, retryAfterSeconds }: Extract<ChangeOutcome, { kind: 'retry' }>,
  now: Date,
): Settled {
  const { intent, variantId, intentId } = change;
  const attempts = intent.attempts + 1;
  if (attempts >= MAX_ATTEMPTS) return failed(change, message);
  const backoff = retryDelayMs(intent.attempts);
  const dueAt = new Date(now.getTime() + Math.max(backoff, (retryAfterSeconds ?? 0) * 1_000));
  return {
    intent: { ...doneIntent(intent), state: 'open', attempts, error: message, dueAt },
    item: { variantId, intentId, status: 'pending', attempts, lastError: message },
  };
}
