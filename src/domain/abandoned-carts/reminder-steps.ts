/** A reminder of a series. */
export interface ReminderStep {
  /** Hours after the last change of the cart. */
  hours: number;
  /** A discount of which the buyer gets a code, for one order. */
  discountId?: string;
}

/**
 * Whether reminders are sent: `no_topic` when the topic does not exist or is archived, `no_storefront` when the storefront that
 * they link to has no address.
 */
export const reminderStates = ['off', 'no_topic', 'no_storefront', 'on'] as const;
export type ReminderState = (typeof reminderStates)[number];

export const MAX_STEPS = 5;
/** Thirty days: a guest without a session is deleted with the cart after that. */
export const MAX_STEP_HOURS = 720;

export const DEFAULT_STEPS: ReminderStep[] = [{ hours: 1 }, { hours: 24 }, { hours: 72 }];

/** Items that a reminder shows; the others are counted. */
export const SHOWN_ITEMS = 5;

/** Begins the codes that reminders give. */
export const CODE_PREFIX = 'CART';

/** How long the link of a reminder restores the cart. */
export const LINK_DAYS = 30;

/** Whether each reminder comes after the one before it. */
export function areAscending(steps: readonly Pick<ReminderStep, 'hours'>[]): boolean {
  return steps.every(({ hours }, index) => index === 0 || hours > (steps[index - 1]?.hours ?? 0));
}

const HOUR_MS = 3_600_000;

/**
 * When the step behind `done` steps is due; null when there is none. The distance between two reminders is kept where the one
 * before was late.
 * @param changedAt the last change of the cart
 * @param sentAt when the step before was done; null before the first
 */
export function nextDue(
  steps: readonly Pick<ReminderStep, 'hours'>[],
  done: number,
  changedAt: Date,
  sentAt: Date | null,
): Date | null {
  const step = steps[done];
  if (!step) return null;
  const quiet = changedAt.getTime() + step.hours * HOUR_MS;
  const before = steps[done - 1];
  if (!sentAt || !before) return new Date(quiet);
  return new Date(Math.max(quiet, sentAt.getTime() + (step.hours - before.hours) * HOUR_MS));
}
