import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { Actor } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';
import type { ItemKind } from '#domain/reconciliation/movement.js';

export interface NewItem {
  kind: ItemKind;
  providerId: string;
  /** The movement, dispute or settlement. */
  sourceId: string;
  providerRef: string;
  orderId: string | null;
  /** Subunits; negative where money is missing. */
  amount: number;
  currency: string;
  reason: string;
}

/** A difference between the books of a provider and ours. */
export interface Item extends NewItem {
  id: string;
  ownerId: string | null;
  state: 'open' | 'closed';
  decision: string | null;
  note: string | null;
  decidedBy: Actor | null;
  closedAt: Date | null;
  createdAt: Date;
}

/** Differences, each once by its kind and its source. */
export function createItemsRepository() {
  return {
    /** Opens a difference; one that is open takes the current amount and reason, and one that was closed opens again. */
    async open(tx: Tx, item: NewItem, now: Date): Promise<void> {
      await tx.raw(
        `insert into reconciliation_items as i (id, kind, provider_id, source_id, provider_ref, order_id, amount, currency, reason, created_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         on conflict (kind, source_id) do update set amount = excluded.amount, reason = excluded.reason,
           order_id = coalesce(excluded.order_id, i.order_id), state = 'open', closed_at = null, decision = null, note = null,
           decided_by = null, created_at = case when i.state = 'open' then i.created_at else excluded.created_at end`,
        [
          newId(),
          item.kind,
          item.providerId,
          item.sourceId,
          item.providerRef,
          item.orderId,
          item.amount,
          item.currency,
          item.reason,
          now,
        ] as never[],
      );
    },

    /** Closes the open differences of a source, of all kinds or of some. */
    async close(
      tx: Tx,
      sourceId: string,
      how: { decision: string; note?: string; by: Actor; at: Date; kinds?: readonly ItemKind[] },
    ): Promise<void> {
      const rows = tx('reconciliation_items').where({ sourceId, state: 'open' });
      if (how.kinds) void rows.whereIn('kind', [...how.kinds]);
      await rows.update({
        state: 'closed',
        decision: how.decision,
        note: how.note ?? null,
        decidedBy: JSON.stringify(how.by),
        closedAt: how.at,
      });
    },

    async lock(tx: Tx, id: string): Promise<Item | undefined> {
      return (await tx('reconciliation_items').where({ id }).forUpdate().first()) as Item | undefined;
    },

    async find(reader: Reader, id: string): Promise<Item | undefined> {
      return (await reader('reconciliation_items').where({ id }).first()) as Item | undefined;
    },

    async setOwner(tx: Tx, id: string, ownerId: string | null): Promise<void> {
      await tx('reconciliation_items').where({ id }).update({ ownerId });
    },
  };
}

export type ItemsRepository = ReturnType<typeof createItemsRepository>;
