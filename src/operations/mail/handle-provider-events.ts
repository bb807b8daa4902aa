import {
  createProviderEventsRepository,
  type ProviderEventRow,
  type ReportedStatus,
} from '#db/mail/provider-events.repository.js';
import { createSuppressionsRepository } from '#db/mail/suppressions.repository.js';
import { createRecipientsRepository } from '#db/campaigns/recipients.repository.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Origin } from '#domain/_shared/context.js';
import { mailSuppressed } from '#domain/mail/mail.events.js';
import { statusOf, suppressionOf } from '#domain/mail/provider-event.js';
import type { Suppression } from '#domain/mail/suppression.js';
import type { Outbox } from '#events/outbox.js';

/**
 * Works off events of mail providers: statuses of mails, suppressed addresses. They may come twice, late, in any order,
 * and for mails that nobody knows. @returns how many
 */
export function createProviderEventHandling({ knex, outbox }: { knex: Knex; outbox: Outbox }) {
  const events = createProviderEventsRepository();
  const recipients = createRecipientsRepository();
  const suppressions = createSuppressionsRepository(knex);

  async function suppress(tx: Tx, origin: Origin, rows: readonly ProviderEventRow[]): Promise<void> {
    const wanted = rows.flatMap(({ type, address, providerId: source, reason: note }) => {
      const reason = suppressionOf(type);
      return reason ? [{ address, reason, source, note } satisfies Omit<Suppression, 'createdAt'>] : [];
    });
    const added = new Set(await suppressions.insertAll(tx, wanted));
    const first = new Map(wanted.map((row) => [row.address, row]));
    outbox.appendAll(
      tx,
      origin,
      mailSuppressed,
      [...first.values()]
        .filter(({ address }) => added.has(address))
        .map(({ address, reason, source }) => ({ entityId: address, payload: { reason, source } })),
    );
  }

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
    await suppress(tx, origin, rows);
    await events.markHandled(
      tx,
      rows.map(({ id }) => id),
    );
    return rows.length;
  };
}
