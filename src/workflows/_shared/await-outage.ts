import { outageOf } from '#lib/workflow/failures.js';
import { sleep } from './steps.js';

const FIRST_GAP_MS = 2_000;
const MAX_GAP_MS = 60_000;
/** As long as the presets of database steps retry. */
const GIVE_UP_MS = 60 * 60 * 1_000;

/**
 * Runs a step whose attempts are few because its own failures are final, and repeats it as long as it fails for a
 * database or a file storage that is away: a restart takes longer than three attempts.
 * @param step schedules the activity anew at each call
 * @throws every other failure of the step, and the last one after an hour of the outage
 */
export async function awaitOutage<Result>(step: () => Promise<Result>): Promise<Result> {
  const began = Date.now();
  for (let gap = FIRST_GAP_MS; ; gap = Math.min(gap * 2, MAX_GAP_MS)) {
    let outage: string | undefined;
    try {
      return await step();
    } catch (error) {
      outage = outageOf(error);
      if (outage === undefined || Date.now() - began >= GIVE_UP_MS) throw error;
    }
    await sleep(gap, outage);
  }
}
