import { DateTime } from 'luxon';
import { readCursor, writeCursor } from '#api/kernel/cursor-query.js';
import {
  type DeliveryDetail,
  type DeliveryFilter,
  listDeliveries,
  readDelivery,
  readDeliveryEvents,
} from '#db/mail/deliveries.query.js';
import type { Delivery, DeliveryEvent } from '#domain/mail/delivery.js';
import { createResendsRepository, type ResendSource } from '#db/mail/resends.repository.js';
import { createSuppressionsRepository } from '#db/mail/suppressions.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { mailErrors } from '#domain/mail/mail.errors.js';
import { mailQueued, mailResendRequested } from '#domain/mail/mail.events.js';
import { holdsSecrets } from '#domain/mail/mail-message.js';
import { normalizeAddress } from '#domain/_shared/mail-address.js';
import { type SuppressionReason } from '#domain/mail/suppression.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { canonicalJson } from '#lib/crypto.js';
import { firstIdAt } from '#lib/ids.js';
import { currentWords, type RenderedWords } from '#operations/mail/current-words.js';
import type { Platform } from '#operations/platform.js';
import type { DeliveryQuery, ResendFilter } from './deliveries.schemas.js';

type Deps = Pick<
  Platform,
  'knex' | 'unitOfWork' | 'config' | 'settings' | 'storage' | 'keyring' | 'audit' | 'outbox'
>;

/** Most mails that one request sends again. */
const MAX_RESENT = 1_000;

export interface Resent {
  id: string;
  resendOf: string;
  state: 'queued';
  suppressed: { reason: SuppressionReason; since: string } | null;
}

export function createDeliveriesService(deps: Deps) {
  const { knex, unitOfWork, config, settings, audit, outbox } = deps;
  const resends = createResendsRepository();
  const suppressions = createSuppressionsRepository(knex);

  function filterOf({ day, ...equal }: Omit<DeliveryQuery, 'limit' | 'cursor'>): DeliveryFilter {
    if (day === undefined) return equal;
    const start = DateTime.fromISO(day, { zone: settings.get(storeSettings.timeZone) }).startOf('day');
    return {
      ...equal,
      fromId: firstIdAt(start.toJSDate()),
      beforeId: firstIdAt(start.plus({ days: 1 }).startOf('day').toJSDate()),
    };
  }

  async function queueAgain(tx: Tx, ctx: Context, ids: readonly string[]) {
    const copies = await resends.copyAll(tx, ids);
    await audit.record(
      tx,
      ctx,
      copies.map(({ id, resendOf }) => ({
        entity: 'mail',
        entityId: id,
        action: 'resend',
        after: { resendOf },
      })),
    );
    outbox.appendAll(
      tx,
      ctx,
      mailQueued,
      copies.map(({ id, template }) => ({ entityId: id, payload: { template } })),
    );
    outbox.appendAll(
      tx,
      ctx,
      mailResendRequested,
      copies.map(({ id, template, resendOf }) => ({ entityId: id, payload: { template, resendOf } })),
    );
    return copies;
  }

  return {
    async list({ limit, cursor, ...asked }: DeliveryQuery) {
      const query = canonicalJson({ list: 'mail-deliveries', ...asked });
      const key = config.ENCRYPTION_KEY;
      const before =
        cursor === undefined ? undefined : Buffer.from(readCursor(cursor, query, key)).toString();
      const rows: Delivery[] = await listDeliveries(knex, filterOf(asked), { limit, before });
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      const nextCursor = last ? writeCursor(query, Buffer.from(last.id), key) : null;
      return { rows: page, metadata: { limit, hasMore: last !== undefined, nextCursor } };
    },

    /** @throws AppError NOT_FOUND */
    async get(
      id: string,
    ): Promise<{ row: DeliveryDetail; events: DeliveryEvent[]; words: RenderedWords | null }> {
      const row = await readDelivery(knex, id);
      if (!row) throw platformErrors.notFound({ entity: 'Mail delivery' });
      const events = await readDeliveryEvents(knex, id);
      return { row, events, words: await currentWords(row, deps) };
    },

    /** A new mail that says the same. @throws AppError NOT_FOUND, or CONFLICT where it cannot be sent again */
    resend: (ctx: Context, id: string): Promise<Resent> =>
      unitOfWork.runOnce(ctx, async (tx) => {
        const source = await resends.lock(tx, id);
        if (!source) throw platformErrors.notFound({ entity: 'Mail delivery' });
        assertResendable(source);
        const [copy] = await queueAgain(tx, ctx, [id]);
        if (!copy) throw platformErrors.notFound({ entity: 'Mail delivery' });
        const suppression = await suppressions.find(normalizeAddress(source.recipient), tx);
        return {
          id: copy.id,
          resendOf: id,
          state: 'queued' as const,
          suppressed: suppression
            ? { reason: suppression.reason, since: suppression.createdAt.toISOString() }
            : null,
        };
      }),

    /** The oldest mails that match and were not sent again yet, at most 1,000. */
    resendMatching: (ctx: Context, asked: ResendFilter): Promise<{ queued: number; more: boolean }> =>
      unitOfWork.runOnce(ctx, async (tx) => {
        const ids = await resends.lockMatching(tx, filterOf(asked), MAX_RESENT + 1);
        const copies = await queueAgain(tx, ctx, ids.slice(0, MAX_RESENT));
        return { queued: copies.length, more: ids.length > MAX_RESENT };
      }),
  };
}

function assertResendable({ template, state, hasVariables, kind }: ResendSource): void {
  if (holdsSecrets(template)) throw mailErrors.authNotResendable();
  if (state === 'queued' || state === 'sending') throw mailErrors.notOver({ state });
  if (!hasVariables || kind === 'test') throw mailErrors.wordsGone();
}

export type DeliveriesService = ReturnType<typeof createDeliveriesService>;
