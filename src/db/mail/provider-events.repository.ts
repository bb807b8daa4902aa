import { execute } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createWorkQueue } from '#db/kernel/work-queue.js';
import { deliveryStatuses, type ProviderEvent, type ProviderEventType } from '#domain/mail/provider-event.js';

export interface ProviderEventRow {
  id: string;
  providerId: string;
  type: ProviderEventType;
  messageId: string | null;
  address: string;
  reason: string | null;
  occurredAt: Date;
}

/** What a provider has last reported of a mail. */
export interface ReportedStatus {
  messageId: string;
  status: (typeof deliveryStatuses)[number];
  at: Date;
}

const rank = (column: string) =>
  `coalesce(array_position(array[${deliveryStatuses.map((status) => `'${status}'`).join(', ')}], ${column}), 0)`;

const queue = createWorkQueue<ProviderEventRow>({
  name: 'mail_provider_events',
  key: { id: 'uuid' },
  open: 'q.handled_at is null',
  order: 'q.id',
  lease: 'transaction',
  columns: ['id', 'providerId', 'type', 'messageId', 'address', 'reason', 'occurredAt'],
});

/** True while events wait to be worked off. */
export const openProviderEvents = queue.due();

export function createProviderEventsRepository() {
  return {
    /** Keeps each event once, however often it comes. @returns how many are new */
    async insertAll(tx: Tx, providerId: string, events: readonly ProviderEvent[]): Promise<number> {
      if (events.length === 0) return 0;
      return execute(
        tx,
        `insert into mail_provider_events (provider_id, event_id, type, message_id, address, reason, occurred_at)
         select ?, "eventId", type, "messageId", address, reason, "occurredAt"
         from jsonb_to_recordset(?::jsonb) as event("eventId" text, type text, "messageId" uuid, address text, reason text, "occurredAt" timestamptz)
         on conflict (provider_id, event_id) do nothing`,
        [providerId, JSON.stringify(events)],
      );
    },

    /** The oldest events that wait, locked. */
    take: (tx: Tx, limit: number): Promise<ProviderEventRow[]> => queue.claim(tx, { limit }),

    async markHandled(tx: Tx, ids: readonly string[]): Promise<void> {
      await tx('mail_provider_events').whereIn('id', ids).update({ handledAt: tx.fn.now() });
    },

    /**
     * Writes to mails what was reported of them; a status never moves backwards. A mail that the provider knows was sent,
     * whatever became of the response.
     */
    async report(
      tx: Tx,
      table: 'mail_messages' | 'campaigns_recipients',
      statuses: readonly ReportedStatus[],
    ): Promise<void> {
      if (statuses.length === 0) return;
      await tx.raw(
        `with latest as (
           select distinct on ("messageId") "messageId" as id, status, at
           from jsonb_to_recordset(?::jsonb) as reported("messageId" uuid, status text, at timestamptz)
           order by "messageId", ${rank('status')} desc, at
         ), locked as (
           select m.id from ${table} m join latest using (id) order by m.id for update of m
         )
         update ${table} m set
           delivery_status = case when ${rank('latest.status')} > ${rank('m.delivery_status')} then latest.status else m.delivery_status end,
           delivery_status_at = case when ${rank('latest.status')} > ${rank('m.delivery_status')} then latest.at else m.delivery_status_at end,
           state = case when m.state = 'unclear' then 'sent' else m.state end,
           sent_at = case when m.state = 'unclear' then coalesce(m.sent_at, latest.at) else m.sent_at end,
           updated_at = now()
         from latest join locked using (id) where m.id = latest.id`,
        [JSON.stringify(statuses)],
      );
    },
  };
}
