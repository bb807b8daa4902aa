import { expectRow } from '#db/kernel/expect-row.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { ListedSettlement, SettlementLine } from '#domain/payments/provider-books.js';
import { movedBy, type Settlement, type SettlementSums } from '#domain/reconciliation/settlement.js';
import { newId } from '#lib/ids.js';

/** Settlements with their lines, each kept once by its provider's id. */
export function createSettlementsRepository() {
  return {
    /** Keeps a settlement as its provider has it now. The row is locked until the transaction ends. */
    async record(tx: Tx, providerId: string, settlement: ListedSettlement): Promise<Settlement> {
      const { rows } = await tx.raw<{ rows: Settlement[] }>(
        `insert into reconciliation_settlements as s (provider_id, provider_settlement_id, state, amount, currency, fees, tax,
           reference, issued_at, processed_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         on conflict (provider_id, provider_settlement_id) do update set state = excluded.state, amount = excluded.amount,
           fees = excluded.fees, tax = excluded.tax, reference = coalesce(excluded.reference, s.reference),
           processed_at = coalesce(excluded.processed_at, s.processed_at), updated_at = now()
         returning *`,
        [
          providerId,
          settlement.providerSettlementId,
          settlement.state,
          settlement.amount,
          settlement.currency,
          settlement.fees,
          settlement.tax,
          settlement.reference,
          settlement.createdAt,
          settlement.processedAt,
        ] as never[],
      );
      return expectRow(rows);
    },

    async setBooking(
      tx: Tx,
      id: string,
      booking: { booked: number; bookingId: string | null },
    ): Promise<void> {
      await tx('reconciliation_settlements')
        .where({ id })
        .update({ ...booking, updatedAt: tx.fn.now() });
    },

    /** Keeps lines, each once by its provider's id. */
    async insertLines(
      tx: Tx,
      settlementId: string,
      lines: readonly { line: SettlementLine; movementId: string | null }[],
    ): Promise<void> {
      if (lines.length === 0) return;
      await tx('reconciliation_settlement_lines')
        .insert(
          lines.map(({ line, movementId }) => ({
            id: newId(),
            settlementId,
            lineRef: line.lineId,
            kind: line.kind,
            providerRef: line.entityId,
            movementId,
            amount: movedBy(line),
            fee: line.fee,
            tax: line.tax,
            description: line.description,
            occurredAt: line.createdAt,
          })),
        )
        .onConflict(['settlement_id', 'line_ref'])
        .merge(['movement_id']);
    },

    async setSums(tx: Tx, id: string, sums: SettlementSums & { difference: number }): Promise<void> {
      await tx('reconciliation_settlements')
        .where({ id })
        .update({ ...sums, updatedAt: tx.fn.now() });
    },

    /** Lets one import of a provider's settlements at a time through, until the transaction ends. */
    async lockProvider(tx: Tx, providerId: string): Promise<void> {
      await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 4))', [`settlements ${providerId}`]);
    },

    /** The lines of a settlement by the provider's id of what they are of. */
    async lineIds(reader: Reader, settlementId: string): Promise<Map<string, string>> {
      const rows = (await reader('reconciliation_settlement_lines')
        .where({ settlementId })
        .select('id', 'providerRef')) as { id: string; providerRef: string }[];
      return new Map(rows.map(({ id, providerRef }) => [providerRef, id]));
    },

    async find(reader: Reader, id: string): Promise<Settlement | undefined> {
      return (await reader('reconciliation_settlements').where({ id }).first()) as Settlement | undefined;
    },

    async ofProvider(
      reader: Reader,
      providerId: string,
      providerSettlementId: string,
    ): Promise<Settlement | undefined> {
      return (await reader('reconciliation_settlements')
        .where({ providerId, providerSettlementId })
        .first()) as Settlement | undefined;
    },
  };
}

export type SettlementsRepository = ReturnType<typeof createSettlementsRepository>;
