import type { ErasuresRepository } from '#db/personal-data/erasures.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { personalDataEvents } from '#domain/personal-data/personal-data.events.js';
import type { Platform } from '#operations/platform.js';

const HOUR_MS = 60 * 60 * 1_000;
const BATCH = 200;

type Deps = Pick<Platform, 'unitOfWork' | 'outbox' | 'clock'> & { erasures: ErasuresRepository };

/**
 * Requests open erasures again that are overdue: events are deleted before an erasure is due, so that a run that was
 * lost has nothing else to start it. One that runs takes no notice.
 */
export function createErasuresSweep({ unitOfWork, outbox, clock, erasures }: Deps) {
  return async function sweep(): Promise<Record<string, number>> {
    const ctx = systemContext({ name: 'personal-data-erasures' }, clock.now());
    const overdue = await erasures.overdue(new Date(ctx.now.getTime() - HOUR_MS), BATCH);
    await unitOfWork.run(ctx, (tx) => {
      for (const { id: erasureId, dueAt } of overdue) {
        const payload = { erasureId, dueAt: dueAt.toISOString() };
        outbox.append(tx, ctx, personalDataEvents.erasureRequested, erasureId, payload);
      }
    });
    return { requested: overdue.length };
  };
}
