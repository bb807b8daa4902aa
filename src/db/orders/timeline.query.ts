import type { Reader } from '#db/kernel/unit-of-work.js';
import type { Actor } from '#domain/_shared/context.js';

export interface TimelineRow {
  id: string;
  subOrderId: string | null;
  event: string;
  fromStatus: string | null;
  toStatus: string | null;
  note: string | null;
  actor: Actor;
  createdAt: Date;
}

/** Everything that happened to an order, the first thing first. */
export async function readTimeline(reader: Reader, orderId: string): Promise<TimelineRow[]> {
  return (await reader('orders_timeline')
    .where({ orderId })
    .orderBy('id')
    .select(
      'id',
      'subOrderId',
      'event',
      'fromStatus',
      'toStatus',
      'note',
      'actor',
      'createdAt',
    )) as TimelineRow[];
}
