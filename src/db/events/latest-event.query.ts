import type { Reader } from '#db/kernel/unit-of-work.js';

/** When the last event was written; null where there is none. A restored database ends about there. */
export async function readLatestEvent(reader: Reader): Promise<Date | null> {
  // Their ids are in the order of time.
  const row = await reader('outbox_events').orderBy('id', 'desc').first('createdAt');
  return row?.createdAt ?? null;
}
