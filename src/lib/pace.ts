import { setTimeout as sleep } from 'node:timers/promises';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** Above it a second has so many messages that a few more or less in it do not matter. */
const EXACT_BELOW = 100;
/** What is late may be caught up by so much: timers are late by some milliseconds each. */
const CATCH_UP_MS = 25;
/** Calls of a second that show how many it may have. */
const ENOUGH_TO_GO_BY = 5;
/** Latencies of which the shortest counts. */
const LATENCIES = 20;

/** How fast something outside is called: evenly, at most so many times a second, slower where the other side asks for it. */
export interface Pace {
  /** Calls a second at present. */
  rate(): number;
  /** Waits for the turn of `calls` calls. @throws what `signal` was aborted with */
  next(calls: number, signal: AbortSignal): Promise<Turn>;
}

export interface Turn {
  /** The other side has responded. */
  done(): void;
  /** The other side has asked to slow down. */
  throttled(): void;
}

interface Timing {
  /** Milliseconds. */
  now: () => number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

const realTiming: Timing = {
  now: Date.now,
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
};

/**
 * A pace that halves when the other side asks to slow down, one call a second at least, and holds still for the rest of that
 * second; each full minute without it adds a tenth, up to the limit. A tenth that was too much is taken back alone, and a limit
 * far beyond what the other side takes is left at once for what it took.
 * @param limit calls a second, asked again for each call
 */
export function createPace(limit: () => number, timing: Timing = realTiming): Pace {
  const { now } = timing;
  let slowed: { rate: number; since: number; before?: number } | undefined;
  let nextAt = 0;
  /** When the last calls were responded to, oldest first; those still open are undefined. */
  let recent: { done?: number }[] = [];
  let latencies: number[] = [];
  /** When calls were taken in the last second. */
  let taken: number[] = [];

  function rate(): number {
    const most = limit();
    if (!slowed) return most;
    if (now() - slowed.since >= MINUTE_MS) {
      const raised = slowed.rate * 1.1;
      slowed = raised >= most ? undefined : { rate: raised, since: now(), before: slowed.rate };
    }
    return Math.min(most, slowed?.rate ?? most);
  }

  /**
   * No second of the other side has more calls than the rate: the call that lies so many back was responded to a second ago,
   * less the way there.
   */
  function exactAt(perSecond: number): number {
    const back = recent.at(-Math.max(1, Math.floor(perSecond)));
    if (perSecond >= EXACT_BELOW || !back) return 0;
    if (back.done === undefined) return now() + CATCH_UP_MS;
    return back.done + SECOND_MS - (latencies.length > 0 ? Math.min(...latencies) / 2 : 0);
  }

  return {
    rate,
    async next(calls, signal) {
      for (;;) {
        const perSecond = rate();
        const wait = Math.max(nextAt, exactAt(perSecond)) - now();
        if (wait <= 0) {
          const from = perSecond < EXACT_BELOW ? now() : Math.max(nextAt, now() - CATCH_UP_MS);
          nextAt = from + (calls * SECOND_MS) / perSecond;
          break;
        }
        await timing.sleep(wait, signal);
      }
      return begin();
    },
  };

  function inLastSecond(): number[] {
    return taken.filter((at) => now() - at < SECOND_MS);
  }

  /** Half of the rate, or at once what was taken in the last second where that is less and enough to go by. */
  function slower(): number {
    const half = Math.max(1, rate() / 2);
    const { length } = inLastSecond();
    return length >= ENOUGH_TO_GO_BY ? Math.min(half, length) : half;
  }

  function begin(): Turn {
    const began = now();
    const call: { done?: number } = {};
    recent = [...recent.slice(-EXACT_BELOW), call];
    const done = (wasTaken: boolean) => {
      if (call.done !== undefined) return;
      call.done = now();
      if (wasTaken) taken = [...inLastSecond().slice(1 - EXACT_BELOW), call.done];
      latencies = [...latencies.slice(1 - LATENCIES), call.done - began];
    };
    return {
      done: () => done(true),
      throttled() {
        done(false);
        // Calls that were under way when the pace changed say nothing of the new one.
        if (slowed && began <= slowed.since) return;
        slowed = { rate: slowed?.before ?? slower(), since: now() };
        nextAt = now() + SECOND_MS;
      },
    };
  }
}
