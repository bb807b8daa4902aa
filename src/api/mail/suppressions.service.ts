import { createSuppressionsRepository } from '#db/mail/suppressions.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { mailSuppressed, mailUnsuppressed } from '#domain/mail/mail.events.js';
import { normalizeAddress } from '#domain/_shared/mail-address.js';
import { type Suppression } from '#domain/mail/suppression.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'outbox'>;

/** Addresses that campaigns spare. */
export function createSuppressionsService({ knex, unitOfWork, audit, outbox }: Deps) {
  const suppressions = createSuppressionsRepository(knex);
  const notFound = () => platformErrors.notFound({ entity: 'Suppressed address' });

  return {
    list: (query: ListQuery) => suppressions.list(query),

    /** A repeat leaves the row as it is. */
    add: (ctx: Context, input: { address: string; note?: string | null }): Promise<Suppression> =>
      unitOfWork.run(ctx, async (tx) => {
        const address = normalizeAddress(input.address);
        const source = `${ctx.actor.type}:${ctx.actor.id}`;
        const row = { address, reason: 'manual' as const, source, note: input.note ?? null };
        const [added] = await suppressions.insertAll(tx, [row]);
        if (added !== undefined) {
          await audit.record(tx, ctx, [
            { entity: 'mailSuppression', entityId: address, action: 'create', after: row },
          ]);
          outbox.append(tx, ctx, mailSuppressed, address, { reason: row.reason, source });
        }
        const found = await suppressions.find(address, tx);
        if (!found) throw notFound();
        return found;
      }),

    /** @throws AppError NOT_FOUND for an address that is not suppressed */
    remove: (ctx: Context, address: string): Promise<Suppression> =>
      unitOfWork.run(ctx, async (tx) => {
        const row = await suppressions.delete(tx, normalizeAddress(address));
        if (!row) throw notFound();
        const { createdAt: _createdAt, ...before } = row;
        await audit.record(tx, ctx, [
          { entity: 'mailSuppression', entityId: row.address, action: 'delete', before },
        ]);
        outbox.append(tx, ctx, mailUnsuppressed, row.address, { reason: row.reason });
        return row;
      }),
  };
}

export type SuppressionsService = ReturnType<typeof createSuppressionsService>;
