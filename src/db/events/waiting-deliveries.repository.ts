import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { DeliveryKey, WaitingFilter, WaitingSelection } from '#domain/events/waiting-delivery.js';

/** Retries and drops many deliveries that wait; those that were delivered meanwhile are left out. */
export const waitingDeliveries = {
  /** Makes up to `limit` of them due at once, the oldest first. @returns the changed deliveries */
  async retry(tx: Tx, selection: WaitingSelection, limit: number): Promise<DeliveryKey[]> {
    const rows = (await tx('outbox_deliveries')
      .whereIn('id', await lockedIds(tx, selection, limit))
      .update({ state: 'due', attempts: 0, nextAttemptAt: tx.fn.now(), claimedBy: null })
      .returning(['eventId', 'subscription'])) as DeliveryKey[];
    if (rows.length > 0) await tx.raw(`select pg_notify('live', 'outbox:')`);
    return rows;
  },

  /** Deletes up to `limit` of them, the oldest first. @returns the deleted deliveries */
  async drop(tx: Tx, selection: WaitingSelection, limit: number): Promise<DeliveryKey[]> {
    const rows = (await tx('outbox_deliveries')
      .whereIn('id', await lockedIds(tx, selection, limit))
      .delete()
      .returning(['eventId', 'subscription'])) as DeliveryKey[];
    if (rows.length > 0) await tx.raw(`select pg_notify('live', 'outbox:')`);
    return rows;
  },
};

function lockedIds(tx: Tx, selection: WaitingSelection, limit: number): Promise<number[]> {
  const waiting = tx('outbox_deliveries as d').whereIn('d.state', ['due', 'parked']);
  if ('keys' in selection) {
    const keys = selection.keys.map(({ eventId, subscription }) => [eventId, subscription]);
    void waiting.whereIn(['d.eventId', 'd.subscription'], keys);
  } else match(waiting, selection.filter);
  // In the order of the ids, so that two requests at once wait for each other instead of deadlocking.
  return waiting.orderBy('d.id').limit(limit).forUpdate('d').pluck('d.id') as unknown as Promise<number[]>;
}

function match(waiting: Knex.QueryBuilder, filter: WaitingFilter): void {
  void waiting.join('outbox_events as e', 'e.id', 'd.eventId').where('d.state', filter.state);
  if (filter.subscription !== undefined) void waiting.where('d.subscription', filter.subscription);
  if (filter.entityId !== undefined) void waiting.where('d.entityId', filter.entityId);
  if (filter.type !== undefined) void waiting.where('e.type', filter.type);
  if (filter.createdBefore !== undefined) void waiting.where('e.createdAt', '<', filter.createdBefore);
}
