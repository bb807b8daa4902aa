import { cancellationSignal, heartbeat } from '@temporalio/activity';
import { withHeartbeat } from '#activities/_shared/with-heartbeat.js';
import { createMiningRepository } from '#db/bought-together/mining.repository.js';
import { miningSlices } from '#domain/bought-together/mining-rules.js';
import { systemContext } from '#domain/_shared/context.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'streaming' | 'clock' | 'logger' | 'stopping'>;

export interface Mining {
  miningId: string;
  /** The instant up to which orders count, ISO 8601. */
  until: string;
}

export function createBoughtTogetherActivities(deps: Deps) {
  const { knex, unitOfWork, streaming, clock, logger, stopping } = deps;
  const mining = createMiningRepository();
  const context = () => systemContext({ name: 'mineBoughtTogether' }, clock.now());

  /** Heartbeats while `work` runs; what makes it fail is kept for administrators. */
  async function watched(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const signal = AbortSignal.any([cancellationSignal(), stopping]);
    try {
      await withHeartbeat(() => work(signal));
    } catch (error) {
      if (!signal.aborted) {
        const message = error instanceof Error ? error.message : String(error);
        await unitOfWork.run(context(), (tx) => mining.recordError(tx, message, clock.now()));
      }
      throw error;
    }
  }

  return {
    /** Counts the baskets of each day that has not been counted yet. */
    countBaskets: ({ miningId, until }: Mining): Promise<void> =>
      watched(async (signal) => {
        await unitOfWork.run(context(), (tx) => mining.begin(tx, miningId));
        const counted = new Set(await mining.countedDays(knex, miningId));
        const slices = miningSlices(new Date(until));
        const first = await mining.firstConfirmed(knex, slices[0]?.from ?? new Date(until));
        for (const slice of slices) {
          if (!first || slice.to <= first || counted.has(slice.day)) continue;
          signal.throwIfAborted();
          await unitOfWork.run(context(), (tx) => mining.countSlice(tx, miningId, slice));
          heartbeat(slice.day);
        }
      }),

    /** Makes the pairs of what was counted those that storefronts read. A repeat finds them in place. */
    replacePairs: ({ miningId, until }: Mining): Promise<void> =>
      watched(async (signal) => {
        const replaced = await streaming.use(
          (connection) => mining.replacePairs(connection, miningId, new Date(until)),
          { write: true, signal },
        );
        logger.info({ miningId, replaced }, 'bought-together pairs mined');
      }),
  };
}

export type BoughtTogetherActivities = ReturnType<typeof createBoughtTogetherActivities>;
