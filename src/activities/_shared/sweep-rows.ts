import { cancellationSignal, heartbeat, sleep } from '@temporalio/activity';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { systemContext } from '#domain/_shared/context.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'unitOfWork' | 'clock' | 'logger'>;

/**
 * Deletes what is of no use any more, one kind after the other, each some rows at a time in its own transaction:
 * what was deleted stays so when the activity is cut off, and the next attempt goes on with the rest.
 * @param name who deletes, for the log
 * @param sweeps by the name of what they delete; each deletes some and says how many, 0 when there is nothing left
 * @returns how many of each
 */
export async function sweepRows<Kind extends string>(
  { unitOfWork, clock, logger }: Deps,
  name: string,
  sweeps: Record<Kind, (tx: Tx) => Promise<number>>,
): Promise<Record<Kind, number>> {
  const ctx = systemContext({ name }, clock.now());
  const kinds = Object.keys(sweeps) as Kind[];
  const swept = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
  for (const kind of kinds) {
    for (;;) {
      cancellationSignal().throwIfAborted();
      const began = performance.now();
      const deleted = await unitOfWork.run(ctx, sweeps[kind]);
      if (deleted === 0) break;
      swept[kind] += deleted;
      heartbeat(swept);
      // As long as the batch took: half of the time belongs to those who wait for a response.
      await sleep(performance.now() - began);
    }
  }
  logger.info({ swept }, `${name} is done`);
  return swept;
}
