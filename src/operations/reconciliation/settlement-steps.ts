import type { Tx } from '#db/kernel/unit-of-work.js';
import { createItemsRepository } from '#db/reconciliation/items.repository.js';
import { createMovementsRepository } from '#db/reconciliation/movements.repository.js';
import { createSettlementsRepository } from '#db/reconciliation/settlements.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { decimalUnits } from '#domain/_shared/decimal-units.js';
import type { ListedSettlement, SettlementLine } from '#domain/payments/provider-books.js';
import { settlementEntries } from '#domain/reconciliation/booking.js';
import type { ReportedMovement } from '#domain/reconciliation/movement.js';
import {
  addLine,
  expectedAmount,
  movedBy,
  NO_SUMS,
  type Settlement,
} from '#domain/reconciliation/settlement.js';
import { newId } from '#lib/ids.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { postProvider } from './provider-postings.js';

/** Settlements of providers: what of the balance reached the bank, and what their lines say it was. */
export const createSettlementSteps = builtOnce((_deps: OperationDeps) => {
  const settlements = createSettlementsRepository();
  const movements = createMovementsRepository();
  const items = createItemsRepository();

  /** Moves receipts of the provider to the bank while it is processed; one that fails afterwards is taken back. */
  async function book(tx: Tx, ctx: Context, settlement: Settlement): Promise<void> {
    const { id, providerId, providerSettlementId, amount, fees, tax, state, booked } = settlement;
    const isBooked = settlement.bookingId !== null;
    const due = state === 'processed';
    if (isBooked === due && (!due || booked === amount)) return;
    const of = { providerId, reason: `Settlement ${providerSettlementId}` };
    if (isBooked) {
      const back = settlementEntries(providerId, { amount: -booked, fees: -fees, tax: -tax });
      await postProvider(tx, ctx, 'provider_settlement', back, of);
    }
    if (due)
      await postProvider(
        tx,
        ctx,
        'provider_settlement',
        settlementEntries(providerId, { amount, fees, tax }),
        of,
      );
    await settlements.setBooking(
      tx,
      id,
      due ? { booked: amount, bookingId: newId() } : { booked: 0, bookingId: null },
    );
  }

  return {
    /** A settlement as its provider has it now. @returns its row */
    async take(tx: Tx, ctx: Context, providerId: string, reported: ListedSettlement): Promise<Settlement> {
      const settlement = await settlements.record(tx, providerId, reported);
      await book(tx, ctx, settlement);
      return settlement;
    },

    /**
     * All lines of a settlement, whose movements are kept: they belong to it, and their sum is its amount, or the difference gets
     * a name.
     */
    async takeLines(
      tx: Tx,
      ctx: Context,
      settlementId: string,
      lines: readonly SettlementLine[],
    ): Promise<{ difference: number }> {
      const settlement = await settlements.find(tx, settlementId);
      if (!settlement) throw new Error(`Settlement ${settlementId} is gone`);
      const { providerId, providerSettlementId, amount, currency, state } = settlement;
      const kept: { line: SettlementLine; movementId: string | null }[] = [];
      for (const line of lines) {
        const movement = await movements.ofProviderRef(tx, providerId, line.kind, line.entityId);
        kept.push({ line, movementId: movement?.id ?? null });
      }
      await settlements.insertLines(tx, settlementId, kept);
      const found = kept.flatMap(({ movementId }) => movementId ?? []);
      // What a failed one was to bring is settled by another.
      if (state !== 'failed') await movements.setSettlement(tx, found, settlementId);
      const sums = lines.reduce(addLine, NO_SUMS);
      const difference = expectedAmount(sums) - amount;
      await settlements.setSums(tx, settlementId, { ...sums, difference });
      for (const id of found)
        await items.close(tx, id, {
          decision: 'settled',
          by: ctx.actor,
          at: ctx.now,
          kinds: ['not_settled'],
        });
      if (difference === 0) {
        await items.close(tx, settlementId, { decision: 'matched', by: ctx.actor, at: ctx.now });
        return { difference };
      }
      await items.open(
        tx,
        {
          kind: 'settlement_differs',
          providerId,
          sourceId: settlementId,
          providerRef: providerSettlementId,
          orderId: null,
          amount: difference,
          currency,
          reason: `Its lines add up to ${decimalUnits(expectedAmount(sums))}, and it is ${decimalUnits(amount)}`,
        },
        ctx.now,
      );
      return { difference };
    },
  };
});

export type SettlementSteps = ReturnType<typeof createSettlementSteps>;

/** A line as a movement of the balance. */
export function movementOfLine(providerId: string, line: SettlementLine): ReportedMovement {
  return {
    providerId,
    kind: line.kind,
    providerRef: line.entityId,
    providerPaymentId: line.providerPaymentId,
    providerDisputeId: line.providerDisputeId,
    state: 'done',
    stateAt: line.createdAt,
    amount: movedBy(line),
    currency: line.currency,
    fee: line.fee,
    feeTax: line.tax,
    occurredAt: line.createdAt,
  };
}
