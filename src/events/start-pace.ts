/** The engine's best response time is forgotten by this much with each start, so that it follows a change of machine. */
const FORGETTING = 1.001;
/** Times its best: a response that took longer says that the engine, or the machine that it shares, is busy. */
const BUSY = 3;
const LESS = 0.8;
/** Where even one at a time is too much, the pause after a start in times of what it took, and at most in milliseconds. */
const REST = 4;
const LONGEST_REST_MS = 500;

export interface StartPace {
  /** Runs a start when it is its turn, which is that of its call, and learns from how long it took. */
  run<Result>(start: () => Promise<Result>): Promise<Result>;
  /** Lets those that wait go at once, and from now on all: their process is stopping. */
  finish(): void;
  /** How many may be under way at the moment, from 1 on. */
  readonly width: number;
}

/**
 * How many workflows are started at once: few while the engine is slow to respond, up to `most` while it is quick
 * (additive increase, multiplicative decrease). A start is little work for its caller and much for the engine and the
 * workers; where they share a machine with the API, a burst would take the processor from people who wait for an
 * response. Nobody waits for what is started here.
 */
export function createStartPace({
  most,
  now = () => performance.now(),
}: {
  most: number;
  now?: () => number;
}): StartPace {
  let width = most;
  let underWay = 0;
  let best = Infinity;
  let finishing = false;
  const waiting: (() => void)[] = [];

  /** Learns from the time that a start took, and returns the pause that is due after it. */
  function restAfter(ms: number): number {
    best = Math.min(ms, best * FORGETTING);
    const busy = ms > best * BUSY;
    const rest = busy && width === 1 ? Math.min(ms * REST, LONGEST_REST_MS) : 0;
    width = busy ? Math.max(1, width * LESS) : Math.min(most, width + 1 / width);
    return rest;
  }

  function leave(): void {
    underWay -= 1;
    next();
  }

  function next(): void {
    while (finishing || underWay < Math.floor(width)) {
      const go = waiting.shift();
      if (!go) return;
      underWay += 1;
      go();
    }
  }

  return {
    async run(start) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        next();
      });
      let rest = 0;
      try {
        const began = now();
        const result = await start();
        // How long a failure takes says nothing: an engine known to be away refuses at once.
        rest = restAfter(now() - began);
        return result;
      } finally {
        if (rest > 0 && !finishing) setTimeout(leave, rest).unref();
        else leave();
      }
    },
    finish() {
      finishing = true;
      next();
    },
    get width() {
      return Math.floor(width);
    },
  };
}
