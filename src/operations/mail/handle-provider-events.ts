import {
  createProviderEventsRepository,
  type ProviderEventRow,
  type ReportedStatus,
} from '#db/mail/provider-events.repository.js';
import { createRecipientsRepository } from '#db/campaigns/recipients.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { statusOf, suppressionOf } from '#domain/mail/provider-event.js';
import { createEmailPreferences } from '#operations/campaigns/email-preferences.js';
import type { Platform } from '#operations/platform.js';
import { createSuppressing } from './suppress-addresses.js';

type Deps = Pick<Platform, 'knex' | 'audit' | 'outbox'>;

/**
 * Works off events of mail providers: statuses of mails, suppressed addresses. They may come twice, late, in any order,
 * and for mails that nobody knows. @returns how many
 */
export function createProviderEventHandling({ knex, audit, outbox }: Deps) {
  const preferences = createEmailPreferences({ knex, audit, outbox });
  const events = createProviderEventsRepository();
  const recipients = createRecipientsRepository();
  const suppress = createSuppressing({ knex, outbox });

  const wanted = ({ type, address, providerId: source, reason: note }: ProviderEventRow) => {
    const reason = suppressionOf(type);
    return reason ? [{ address, reason, source, note }] : [];
  };

  return async (tx: Tx, origin: Context, limit: number): Promise<number> => {
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
    // Who unsubscribes by the button of the provider ends the topic of that campaign, as by ours.
    const byMessage = await recipients.topicsOf(
      tx,
      left.flatMap(({ messageId }) => messageId ?? []),
    );
    const topicOf = ({ type, messageId }: ProviderEventRow) =>
      type === 'unsubscribed' && messageId !== null ? byMessage.get(messageId) : undefined;
    for (const row of rows) {
      const topicId = topicOf(row);
      const { address, providerId: source } = row;
      if (topicId) await preferences.unsubscribeTopic(tx, origin, { address, source, topicId });
    }
    await suppress(tx, origin, rows.filter((row) => !topicOf(row)).flatMap(wanted));
    await events.markHandled(
      tx,
      rows.map(({ id }) => id),
    );
    return rows.length;
  };
}
