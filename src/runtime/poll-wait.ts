import { setTimeout as sleep } from 'node:timers/promises';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';

/** Read by the engine's SDK as a worker is made. */
const NAME = 'TEMPORAL_POLL_SHUTDOWN_INTERRUPT_WAIT_MS';
/** Many times what the engine takes for a response, also on a machine that is short of processor. */
const WAIT_MS = 1_500;
/** What the engine, too, may take to notice that a poll was broken off, on a machine that is short of processor. */
const NOTICED_MS = 1_500;

/**
 * Makes workers that wait, once they are told to stop, for the polls that they have sent. Others break those off at once,
 * and what the engine handed out at that moment waits for its time-out, with nobody at work on it: that happened to one
 * in ten workers that were stopped with activities waiting.
 *
 * For workers without workflows alone. One with workflows takes nothing more once it is told to stop, but with open polls
 * is still handed what its last activities lead to, and drops it.
 *
 * The engine has a switch to end polls itself (`frontend.enableCancelWorkerPollsOnShutdown`). With it one to four in a
 * hundred tasks were still lost, unless a queue had one partition and a worker one poller.
 */
export async function withPollWait<T>(make: () => Promise<T>): Promise<T> {
  process.env[NAME] = String(WAIT_MS);
  try {
    return await make();
  } finally {
    Reflect.deleteProperty(process.env, NAME);
  }
}

/**
 * What an activity leads to often waits in the queue that it came from. Of a worker that was told to stop, no activity
 * responses before its last polls are over and done with, lest the next one is handed to a poll as that is broken off.
 * @param stopping aborted after the worker was told to stop
 */
export function resultsAfterPolls(stopping: AbortSignal): ActivityInterceptorsFactory {
  let over: Promise<void> | undefined;
  // Where no activity waits for it, the process need not either: its workers hold it while one does.
  const wait = () => void (over = sleep(WAIT_MS + NOTICED_MS, undefined, { ref: false }));
  stopping.addEventListener('abort', wait, { once: true });
  return () => ({
    inbound: {
      async execute(input, next) {
        try {
          return await next(input);
        } finally {
          await over;
        }
      },
    },
  });
}
