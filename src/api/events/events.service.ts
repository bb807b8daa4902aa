import { createDeliveriesRepository } from '#db/events/deliveries.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { waitingDeliveries } from '#db/events/waiting-deliveries.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { eventsErrors } from '#domain/events/events.errors.js';
import type { DeliveryKey, WaitingSelection } from '#domain/events/waiting-delivery.js';
import type { Platform } from '#operations/platform.js';

/** Deliveries that one request changes at most: each is locked and audited in one transaction. */
export const MAX_DECIDED = 1_000;

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

  async function decideMany(
    ctx: Context,
    selection: WaitingSelection,
    action: 'retry' | 'drop',
  ): Promise<{ count: number; hasMore: boolean }> {
    const changed = await unitOfWork.run(ctx, async (tx) => {
      const rows = await waitingDeliveries[action](tx, selection, MAX_DECIDED);
      await audit.record(
        tx,
        ctx,
        rows.map(({ eventId, subscription }) => ({
          entity: 'outboxDelivery',
          entityId: eventId,
          action,
          key: subscription,
        })),
      );
      return rows;
    });
    return { count: changed.length, hasMore: changed.length === MAX_DECIDED };
  }

  return {
    listDeliveries: (query: ListQuery) => deliveries.list(query),
    /** @throws AppError NOT_FOUND, or CONFLICT when it has been delivered */
    retry: (ctx: Context, key: DeliveryKey) => decide(ctx, key, 'retry', (tx) => deliveries.retry(tx, key)),
    /** Later deliveries of the same entity go on without it. @throws AppError NOT_FOUND or CONFLICT */
    drop: (ctx: Context, key: DeliveryKey) => decide(ctx, key, 'drop', (tx) => deliveries.drop(tx, key)),
    /** Deliveries that wait no more are left out. */
    retryMany: (ctx: Context, selection: WaitingSelection) => decideMany(ctx, selection, 'retry'),
    dropMany: (ctx: Context, selection: WaitingSelection) => decideMany(ctx, selection, 'drop'),
  };
}
