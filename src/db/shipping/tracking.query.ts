import type { Knex } from '#db/kernel/knex.js';
import type { Page } from '#domain/_shared/list-query.js';
import type { NormalizedStatus } from '#domain/shipping/carrier-status.js';

export interface TrackingEventRow {
  id: string;
  providerId: string;
  externalEventId: string | null;
  statusCode: string;
  normalizedStatus: NormalizedStatus;
  payload: Record<string, unknown>;
  receivedAt: Date;
}

/** Whose the sub-order has to be; `all` for operators. */
export type TrackingScope = { vendorId: string } | { userId: string } | 'all';

/** The tracking events of a sub-order, newest first; null for a sub-order of somebody else. */
export async function readTracking(
  knex: Knex,
  subOrderId: string,
  scope: TrackingScope,
  { limit, offset, parcelId }: { limit: number; offset: number; parcelId?: string },
): Promise<Page<TrackingEventRow> | null> {
  const found = (await knex('orders_sub_orders as p')
    .join('orders as o', 'o.id', 'p.orderId')
    .where('p.id', subOrderId)
    .where((condition) => {
      if (scope === 'all') return;
      if ('vendorId' in scope)
        void condition.where('p.vendorId', scope.vendorId).whereNotNull('p.confirmedAt');
      else void condition.where('o.userId', scope.userId);
    })
    .first('p.id')) as { id: string } | undefined;
  if (!found) return null;
  const events = knex('shipping_events').where({ subOrderId, ...(parcelId ? { shipmentId: parcelId } : {}) });
  const [count, rows] = await Promise.all([
    events.clone().count({ total: '*' }).first() as Promise<{ total: number | string }>,
    events
      .clone()
      .orderBy([
        { column: 'receivedAt', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(limit)
      .offset(offset)
      .select(
        'id',
        'providerId',
        'externalEventId',
        'statusCode',
        'normalizedStatus',
        'payload',
        'receivedAt',
      ) as Promise<TrackingEventRow[]>,
  ]);
  return { rows, total: Number(count.total), limit, offset };
}
