import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createSuppressionsRepository } from '#db/mail/suppressions.repository.js';
import type { Origin } from '#domain/_shared/context.js';
import { mailSuppressed } from '#domain/mail/mail.events.js';
import type { Suppression } from '#domain/mail/suppression.js';
import type { Outbox } from '#events/outbox.js';

/** Has campaigns spare addresses from now on. One that is spared already keeps its first reason. */
export type Suppressing = (
  tx: Tx,
  origin: Origin,
  rows: readonly Omit<Suppression, 'createdAt'>[],
) => Promise<void>;

export function createSuppressing({ knex, outbox }: { knex: Knex; outbox: Outbox }): Suppressing {
  const suppressions = createSuppressionsRepository(knex);
  return async (tx, origin, rows) => {
    const added = new Set(await suppressions.insertAll(tx, rows));
    const first = new Map([...rows].reverse().map((row) => [row.address, row]));
    outbox.appendAll(
      tx,
      origin,
      mailSuppressed,
      [...first.values()]
        .filter(({ address }) => added.has(address))
        .map(({ address, reason, source }) => ({ entityId: address, payload: { reason, source } })),
    );
  };
}
