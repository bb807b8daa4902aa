import {
  createProviderEventsRepository,
  type ProviderEventRow,
  type ReportedStatus,
} from '#db/mail/provider-events.repository.js';
import { createRecipientsRepository } from '#db/campaigns/recipients.repository.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Origin } from '#domain/_shared/context.js';
import { statusOf, suppressionOf } from '#domain/mail/provider-event.js';
import type { Outbox } from '#events/outbox.js';
import { createSuppressing } from './suppress-addresses.js';

/**
 * Works off events of mail providers: statuses of mails, suppressed addresses. They may come twice, late, in any order,
 * and for mails that nobody knows. @returns how many
 */
export function createProviderEventHandling({ knex, outbox }: { knex: Knex; outbox: Outbox }) {
  const events = createProviderEventsRepository();
  const recipients = createRecipientsRepository();
  const suppress = createSuppressing({ knex, outbox });

  const wanted = ({ type, address, providerId: source, reason: note }: ProviderEventRow) => {
    const reason = suppressionOf(type);
    return reason ? [{ address, reason, source, note }] : [];
  };

  return async (tx: Tx, origin: Origin, limit: number): Promise<number> => {
    const rows = await events.take(tx, limit);
    if (rows.length === 0) return 0;
    const reported = rows.flatMap(({ messageId, type, occurredAt: at }): ReportedStatus[] => {
      const status = statusOf(type);
      return messageId && status ? [{ messageId, status, at }] : [];
    });
    // Whichever of the two knows the id.
    await events.report(tx, 'mail_messages', reported);
    await events.report(tx, 'campaigns_recipients', reported);
    const left = rows.filter(({ type }) => type === 'unsubscribed');
    await recipients.markUnsubscribedAll(
      tx,
      left.flatMap(({ messageId }) => messageId ?? []),
    );
    await suppress(tx, origin, rows.flatMap(wanted));
    await events.markHandled(
      tx,
      rows.map(({ id }) => id),
    );
    return rows.length;
  };
}
