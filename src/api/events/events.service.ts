import { createDeliveriesRepository } from '#db/events/deliveries.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { eventsErrors } from '#domain/events/events.errors.js';
import type { Platform } from '#operations/platform.js';

export interface DeliveryKey {
  eventId: string;
  subscription: string;
}

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'audit'>;

/** What an operator can do about events that could not be delivered. */
export function createEventsService({ knex, unitOfWork, audit }: Deps) {
  const deliveries = createDeliveriesRepository(knex);

  async function decide(
    ctx: Context,
    key: DeliveryKey,
    action: 'retry' | 'drop',
    write: (tx: Tx) => Promise<boolean>,
  ): Promise<null> {
    if (!(await deliveries.exists(key))) throw platformErrors.notFound({ entity: 'Delivery' });
    await unitOfWork.run(ctx, async (tx) => {
      if (!(await write(tx))) throw eventsErrors.alreadyDelivered({ subscription: key.subscription });
      const { eventId, subscription } = key;
      await audit.record(tx, ctx, [
        { entity: 'outboxDelivery', entityId: eventId, action, key: subscription },
      ]);
    });
    return null;
  }

  return {
    listDeliveries: (query: ListQuery) => deliveries.list(query),
    /** @throws AppError NOT_FOUND, or CONFLICT when it has been delivered */
    retry: (ctx: Context, key: DeliveryKey) => decide(ctx, key, 'retry', (tx) => deliveries.retry(tx, key)),
    /** Later deliveries of the same entity go on without it. @throws AppError NOT_FOUND or CONFLICT */
    drop: (ctx: Context, key: DeliveryKey) => decide(ctx, key, 'drop', (tx) => deliveries.drop(tx, key)),
  };
}
