import type { DrainPass } from '#activities/events/events.activities.js';
import { systemContext } from '#domain/_shared/context.js';
import { createProviderEventHandling } from '#operations/mail/handle-provider-events.js';
import type { Platform } from '#operations/platform.js';

/** One round over the events that mail providers have sent. */
export function createMailEventsPass(platform: Platform): DrainPass {
  const handle = createProviderEventHandling(platform);
  return async ({ limit }) => {
    const ctx = systemContext({ name: 'mail-events' }, platform.clock.now());
    return { taken: await platform.unitOfWork.run(ctx, (tx) => handle(tx, ctx, limit)), failed: 0 };
  };
}
