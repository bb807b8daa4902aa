import { createRecipientsRepository } from '#db/campaigns/recipients.repository.js';
import { createSuppressionsRepository } from '#db/mail/suppressions.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { mailSuppressed, mailUnsuppressed } from '#domain/mail/mail.events.js';
import {
  readUnsubscribeToken,
  SAMPLE_TOKEN,
  type UnsubscribeLink,
} from '#operations/campaigns/unsubscribe-token.js';
import { readMailBrand } from '#operations/mail/mail-settings.js';
import type { Platform } from '#operations/platform.js';
import { unsubscribePage, type UnsubscribePageState } from './unsubscribe-page.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'outbox' | 'settings' | 'storage' | 'keyring'>;

/** What a recipient can do by the link at the foot of a campaign, without signing in. */
export function createUnsubscribeService(deps: Deps) {
  const { knex, unitOfWork, audit, outbox, keyring, settings, storage } = deps;
  const suppressions = createSuppressionsRepository(knex);
  const recipients = createRecipientsRepository();

  function linkOf(token: string): UnsubscribeLink {
    const link = readUnsubscribeToken(token, keyring);
    if (!link) throw platformErrors.notFound({ entity: 'Unsubscribe link' });
    return link;
  }

  const page = (state: UnsubscribePageState, address: string | null) =>
    unsubscribePage(state, address, readMailBrand(settings, storage));

  return {
    /** What a browser shows for a link that is forged, cut, or of a key that is gone. */
    invalidPage: (): string => page('invalid', null),

    /** Changes nothing: scanners follow links. @throws AppError NOT_FOUND */
    async show(token: string): Promise<string> {
      if (token === SAMPLE_TOKEN) return page('sample', null);
      const link = linkOf(token);
      const found = await suppressions.find(link.address);
      return page(found ? 'unsubscribed' : 'asking', link.address);
    },

    /** A repeat changes nothing. @throws AppError NOT_FOUND */
    async unsubscribe(ctx: Context, token: string): Promise<string> {
      if (token === SAMPLE_TOKEN) return page('sample', null);
      const link = linkOf(token);
      const { broadcastId, address } = link;
      const source = `campaign:${broadcastId}`;
      await unitOfWork.run(ctx, async (tx) => {
        const row = { address, reason: 'unsubscribe' as const, source, note: null };
        const added = await suppressions.insertAll(tx, [row]);
        await recipients.markUnsubscribed(tx, broadcastId, address, ctx.now);
        if (added.length === 0) return;
        await audit.record(tx, ctx, [
          { entity: 'mailSuppression', entityId: address, action: 'create', after: row },
        ]);
        outbox.append(tx, ctx, mailSuppressed, address, { reason: row.reason, source });
      });
      return page('unsubscribed', address);
    },

    /** Takes an unsubscribe back; other reasons for sparing an address stay. @throws AppError NOT_FOUND */
    async undo(ctx: Context, token: string): Promise<string> {
      if (token === SAMPLE_TOKEN) return page('sample', null);
      const link = linkOf(token);
      const { broadcastId, address } = link;
      const still = await unitOfWork.run(ctx, async (tx) => {
        const found = await suppressions.find(address, tx);
        if (found && found.reason !== 'unsubscribe') return true;
        await recipients.markUnsubscribed(tx, broadcastId, address, null);
        if (!found) return false;
        await suppressions.delete(tx, address);
        await audit.record(tx, ctx, [
          {
            entity: 'mailSuppression',
            entityId: address,
            action: 'delete',
            before: { reason: found.reason },
          },
        ]);
        outbox.append(tx, ctx, mailUnsuppressed, address, { reason: found.reason });
        return false;
      });
      return page(still ? 'unsubscribed' : 'subscribed', address);
    },
  };
}

export type UnsubscribeService = ReturnType<typeof createUnsubscribeService>;
