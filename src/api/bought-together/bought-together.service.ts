import { listPairs, readBoughtTogether } from '#db/bought-together/bought-together.query.js';
import { createMiningRepository } from '#db/bought-together/mining.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { originOf } from '#domain/_shared/context.js';
import { boughtTogetherSettings } from '#domain/bought-together/bought-together.settings.js';
import {
  mineBoughtTogether,
  miningRequestedSignal,
} from '#workflows/bought-together/bought-together.contract.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'settings' | 'gateway'>;

export function createBoughtTogetherService({ knex, unitOfWork, audit, settings, gateway }: Deps) {
  const mining = createMiningRepository();

  return {
    /** The JSON of products that are bought together with the anchors; an empty list while the setting is off. */
    read: async (ctx: Context, anchors: readonly string[], limit: number): Promise<string> =>
      settings.get(boughtTogetherSettings.enabled) ? readBoughtTogether(knex, anchors, limit, ctx.now) : '[]',

    state: () => mining.state(knex),

    pairs: (filter: { productId?: string; limit: number }) => listPairs(knex, filter),

    /** Has the pairs mined now; a run that is under way is followed by another one. @throws AppError SERVICE_UNAVAILABLE */
    async refresh(ctx: Context): Promise<{ jobId: string }> {
      const { workflowId } = await gateway.signalWithStart(
        mineBoughtTogether,
        { origin: originOf(ctx) },
        { name: miningRequestedSignal.name, args: [] },
      );
      await unitOfWork.run(ctx, (tx) =>
        audit.record(tx, ctx, [{ entity: 'boughtTogether', entityId: workflowId, action: 'refresh' }]),
      );
      return { jobId: workflowId };
    },
  };
}

export type BoughtTogetherService = ReturnType<typeof createBoughtTogetherService>;
