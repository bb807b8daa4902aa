import type { Logger } from '#lib/logger.js';

/** How long an engine that did not respond when it was asked is taken as down before it is asked again. */
const DOWN_MS = 1_000;

/** What the calls of this process show of the engine: whether it responds, or is to be taken as down for a moment. */
export interface EngineAvailability {
  responded(): void;
  /**
   * Notes that a call got no response. Where another was, after this one began, it says nothing: a call that was lost
   * with the engine fails at its deadline, when the engine may have long been back.
   * @param began when the call began, by the same clock
   */
  failed(error: unknown, began: number): void;
  /** Whether the engine may be asked. After a call that failed it is asked whether it is there, once for all who wait. */
  mayBeAsked(): Promise<boolean>;
  /** Asks the engine now; never throws. */
  probe(): Promise<boolean>;
}

/** @param options.ask a call that costs the engine nothing; rejects when it got no response in time */
export function createEngineAvailability(options: {
  ask: () => Promise<unknown>;
  logger: Pick<Logger, 'warn'>;
  /** Milliseconds of a clock; `Date.now`. */
  now?: () => number;
}): EngineAvailability {
  const { ask, logger, now = Date.now } = options;
  let respondedAt = 0;
  /** Until then it is not asked; 0 while its last call got a response. */
  let downUntil = 0;
  /** One line a second is enough, however many calls fail. */
  let warnedAt = 0;
  let asking: Promise<boolean> | undefined;

  function responded(): void {
    respondedAt = now();
    downUntil = 0;
  }

  function recordSilence(error: unknown, untilThen: number): void {
    if (now() - warnedAt >= DOWN_MS) {
      warnedAt = now();
      logger.warn({ err: error }, 'workflow engine cannot be reached');
    }
    downUntil = Math.max(downUntil, untilThen);
  }

  async function probe(): Promise<boolean> {
    try {
      await ask();
      responded();
      return true;
    } catch (error) {
      recordSilence(error, now() + DOWN_MS);
      return false;
    }
  }

  return {
    responded,
    probe,
    failed(error, began) {
      // It may be back by now: who comes next asks before anybody is refused.
      if (respondedAt <= began) recordSilence(error, now());
    },
    async mayBeAsked() {
      if (downUntil === 0) return true;
      if (now() < downUntil) return false;
      return (asking ??= probe().finally(() => (asking = undefined)));
    },
  };
}
