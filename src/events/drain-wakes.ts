import { type DrainSubscription, gapOf, lingers } from './subscription.js';

/** A run that looks for more takes what is due within its gap; later than by this nobody does. */
const LATE_MS = 500;
/** A run that was seen to take something looks for more for a while; shorter than that, so that nothing waits in vain. */
const STAYS_MS = 2_500;

/**
 * When the relay wakes a drain. Rows that come while a run is there are its own to find, which costs the engine nothing;
 * only what it leaves for longer than its gap wakes it again.
 */
export function createDrainWakes(now: () => number = Date.now) {
  const signalledAt = new Map<string, number>();
  const dueSince = new Map<string, number>();
  /** Until when a run is taken to be there. */
  const staysUntil = new Map<string, number>();

  return {
    /** Notes which drains are due now; one that was due and is not any more was worked off by a run. */
    seen(due: readonly DrainSubscription[]): void {
      const names = new Set(due.map(({ name }) => name));
      for (const name of dueSince.keys()) {
        if (names.has(name)) continue;
        dueSince.delete(name);
        staysUntil.set(name, now() + STAYS_MS);
      }
      for (const name of names) if (!dueSince.has(name)) dueSince.set(name, now());
    },

    /** How many milliseconds the drain, which is due, is left alone for. */
    restOf(drain: DrainSubscription): number {
      const { name } = drain;
      const gap = (signalledAt.get(name) ?? 0) + gapOf(drain) - now();
      const isStaying = lingers(drain) && now() < (staysUntil.get(name) ?? 0);
      const own = isStaying ? (dueSince.get(name) ?? now()) + gapOf(drain) + LATE_MS - now() : 0;
      return Math.max(gap, own, 0);
    },

    /** The drain was signalled: what is due from now on is new. */
    signalled({ name }: DrainSubscription): void {
      signalledAt.set(name, now());
      dueSince.delete(name);
      staysUntil.delete(name);
    },
  };
}
