import type { Logger } from './logger.js';

/** How long a failed call is taken as "the engine is down" before it is asked again. */
const DOWN_MS = 1_000;

/** What the calls of this process tell of the engine: whether it answers, or is to be taken as down for a moment. */
export interface EngineAvailability {
  answered(): void;
  /**
   * Notes that a call was not answered. Where another was, after this one began, it says nothing: a call that was lost
   * with the engine fails at its deadline, when the engine may have long been back.
   * @param began when the call began, by the same clock
   */
  failed(error: unknown, began: number): void;
  /** @returns whether the engine may be asked: false right after it failed, unless it has answered since. */
  mayBeAsked(): Promise<boolean>;
  /** Asks the engine now; never throws. */
  probe(): Promise<boolean>;
}

/** @param options.ask a call that costs the engine nothing; rejects when it is not answered in time */
export function createEngineAvailability(options: {
  ask: () => Promise<unknown>;
  logger: Pick<Logger, 'warn'>;
  /** Milliseconds of a clock; `Date.now`. */
  now?: () => number;
}): EngineAvailability {
  const { ask, logger, now = Date.now } = options;
  let answeredAt = 0;
  /** 0 while the last that was heard of it is an answer. */
  let downUntil = 0;
  let asking: Promise<void> | undefined;

  function answered(): void {
    answeredAt = now();
    downUntil = 0;
  }

  function noteDown(error: unknown): void {
    if (now() >= downUntil) logger.warn({ err: error }, 'workflow engine cannot be reached');
    downUntil = now() + DOWN_MS;
  }

  async function probe(): Promise<boolean> {
    try {
      await ask();
      answered();
      return true;
    } catch (error) {
      noteDown(error);
      return false;
    }
  }

  return {
    answered,
    probe,
    failed(error, began) {
      if (answeredAt > began) return;
      noteDown(error);
      // Nobody has to be refused for all that time when it is back already. Once: it is down where this fails as well.
      asking ??= ask()
        .then(answered, () => undefined)
        .finally(() => (asking = undefined));
    },
    async mayBeAsked() {
      if (downUntil === 0) return true;
      return now() >= downUntil && probe();
    },
  };
}
