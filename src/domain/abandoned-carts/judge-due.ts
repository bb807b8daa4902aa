import type { DueCart, EndReason } from './reminded-cart.js';
import { nextDue, type ReminderStep } from './reminder-steps.js';

/** What becomes of a cart that was due. */
export type Verdict =
  | { kind: 'ends'; reason: EndReason }
  /** Nothing now: its step is not due, or is left out. */
  | { kind: 'later'; step: number; dueAt: Date }
  /** `dueAt` of the step after it; null after the last one. */
  | { kind: 'remind'; dueAt: Date | null };

/** Decides about a cart that was due, as it is under the lock. */
export function judgeDue(
  { ends, skips, step, changedAt }: Pick<DueCart, 'ends' | 'skips' | 'step' | 'changedAt'>,
  steps: readonly Pick<ReminderStep, 'hours'>[],
  now: Date,
): Verdict {
  if (ends) return { kind: 'ends', reason: ends };
  const due = nextDue(steps, step, changedAt, null);
  if (!due) return { kind: 'ends', reason: 'completed' };
  if (due > now) return { kind: 'later', step, dueAt: due };
  const after = nextDue(steps, step + 1, changedAt, now);
  if (!skips) return { kind: 'remind', dueAt: after };
  return after ? { kind: 'later', step: step + 1, dueAt: after } : { kind: 'ends', reason: 'completed' };
}
