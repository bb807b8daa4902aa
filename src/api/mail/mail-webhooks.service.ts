import type { IncomingHttpHeaders } from 'node:http';
import { createProviderEventsRepository } from '#db/mail/provider-events.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { mailErrors } from '#domain/mail/mail.errors.js';
import { mailSettings } from '#domain/mail/mail.settings.js';
import { readDeliveryStatus, readUnsubscribeMail } from '#integrations/mail/delivery-status.js';
import {
  isSignedByProvider,
  readProviderEvents,
  readWebhookKey,
} from '#integrations/mail/provider-events.js';
import { createEmailPreferences } from '#operations/campaigns/email-preferences.js';
import { readUnsubscribeToken } from '#operations/campaigns/unsubscribe-token.js';
import { createRecipientsRepository } from '#db/campaigns/recipients.repository.js';
import { equalSecrets, sha256 } from '#lib/crypto.js';
import type { Platform } from '#operations/platform.js';

/** The one provider that reports events. */
const PROVIDER = 'mailapi';
/** What mail servers return. */
const DSN = 'dsn';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'settings' | 'logger' | 'keyring' | 'audit' | 'outbox'>;

/** Receives the events of mail providers: checked, stored once each, acknowledged. The drain `mail-events` processes them. */
export function createMailWebhooksService(deps: Deps) {
  const { unitOfWork, settings, logger, keyring } = deps;
  const preferences = createEmailPreferences(deps);
  const events = createProviderEventsRepository();
  const recipients = createRecipientsRepository();

  /** The token alone says who unsubscribes: the sender of a mail may be forged. */
  async function unsubscribeByMail(
    origin: Context,
    { token, messageId }: { token: string; messageId: string },
  ): Promise<{ received: number; duplicates: number }> {
    const link = readUnsubscribeToken(token, keyring);
    if (!link) throw mailErrors.noDeliveryStatus();
    const { broadcastId, address, topicId } = link;
    const event = {
      eventId: sha256(JSON.stringify([token, messageId])),
      type: 'unsubscribed' as const,
      messageId: null,
      address,
      reason: null,
      occurredAt: origin.now,
    };
    const added = await unitOfWork.run(origin, async (tx) => {
      if (broadcastId !== null) await recipients.markUnsubscribed(tx, broadcastId, address, origin.now);
      if (topicId) {
        const said = { address, topicId, source: DSN };
        return (await preferences.unsubscribeTopic(tx, origin, said)) ? 1 : 0;
      }
      return events.insertAll(tx, DSN, [event]);
    });
    return { received: added, duplicates: 1 - added };
  }

  function keyOf(providerId: string) {
    const text = settings.get(mailSettings.webhookPublicKey);
    if (providerId !== PROVIDER || text === '') throw platformErrors.notFound({ entity: 'Mail provider' });
    try {
      return readWebhookKey(text);
    } catch (error) {
      logger.error(
        { err: error, setting: mailSettings.webhookPublicKey.key },
        'the key of the mail webhook cannot be read',
      );
      throw platformErrors.notFound({ entity: 'Mail provider' });
    }
  }

  return {
    /** @throws AppError NOT_FOUND without a key, UNAUTHORIZED for a bad signature, BAD_REQUEST for no list of events */
    async receive(
      ctx: Context,
      input: { providerId: string; headers: IncomingHttpHeaders; rawBody: Buffer },
    ): Promise<{ received: number; duplicates: number }> {
      const key = keyOf(input.providerId);
      if (!isSignedByProvider(key, input.headers, input.rawBody)) throw mailErrors.badSignature();
      const list = readProviderEvents(input.rawBody);
      if (!list) throw mailErrors.unreadableWebhook();
      const origin: Context = { ...ctx, actor: { type: 'webhook', id: PROVIDER } };
      const added = await unitOfWork.run(origin, (tx) => events.insertAll(tx, PROVIDER, list));
      return { received: added, duplicates: list.length - added };
    },

    /** @throws AppError NOT_FOUND without a secret, UNAUTHORIZED for another one, BAD_REQUEST for another kind of message */
    async receiveDeliveryStatus(
      ctx: Context,
      { secret, rawBody }: { secret: string | undefined; rawBody: Buffer },
    ): Promise<{ received: number; duplicates: number }> {
      const expected = settings.get(mailSettings.dsnSecret);
      if (expected === '') throw platformErrors.notFound({ entity: 'Mail provider' });
      if (secret === undefined || !equalSecrets(secret, expected)) throw mailErrors.badSignature();
      const raw = rawBody.toString('utf8');
      const origin: Context = { ...ctx, actor: { type: 'webhook', id: DSN } };
      const mailed = readUnsubscribeMail(raw);
      if (mailed) return unsubscribeByMail(origin, mailed);
      const list = readDeliveryStatus(raw, ctx.now);
      if (!list) throw mailErrors.noDeliveryStatus();
      const added = await unitOfWork.run(origin, (tx) => events.insertAll(tx, DSN, list));
      return { received: added, duplicates: list.length - added };
    },
  };
}

export type MailWebhooksService = ReturnType<typeof createMailWebhooksService>;
