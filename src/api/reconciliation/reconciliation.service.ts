import type { SentFile } from '#api/kernel/send-file.js';
import { createDisputesRepository } from '#db/reconciliation/disputes.repository.js';
import { createItemsRepository } from '#db/reconciliation/items.repository.js';
import {
  listDisputes,
  listItems,
  listSettlementLines,
  listSettlements,
  readDispute,
  readInTransit,
  readItem,
} from '#db/reconciliation/reconciliation-lists.query.js';
import { createSettlementsRepository } from '#db/reconciliation/settlements.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { reconciliationErrors } from '#domain/reconciliation/reconciliation.errors.js';
import type { InTransit, ListedDispute, ListedItem } from '#domain/reconciliation/listed.js';
import { reconciliationEvents } from '#domain/reconciliation/reconciliation.events.js';
import type { Settlement } from '#domain/reconciliation/settlement.js';
import type { ItemDecision } from '#operations/reconciliation/decide-item.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { Platform } from '#operations/platform.js';
import { readRemittanceCsv } from './remittance-csv.js';

/** The books of payment providers as operators read them, and what they decide about them. */
export function createReconciliationService(platform: Platform) {
  const { knex, unitOfWork, operations, audit, outbox, storage, settings } = platform;
  const disputes = createDisputesRepository();
  const settlements = createSettlementsRepository();
  const items = createItemsRepository();

  async function dispute(id: string): Promise<ListedDispute> {
    const found = await readDispute(knex, id);
    if (!found) throw platformErrors.notFound({ entity: 'Dispute' });
    return found;
  }

  async function settlement(id: string): Promise<Settlement> {
    const found = await settlements.find(knex, id);
    if (!found) throw platformErrors.notFound({ entity: 'Settlement' });
    return found;
  }

  async function item(id: string): Promise<ListedItem> {
    const found = await readItem(knex, id);
    if (!found) throw platformErrors.notFound({ entity: 'Unmatched money' });
    return found;
  }

  return {
    dispute,
    settlement,
    item,
    disputes: (query: ListQuery) => listDisputes(knex, query),
    settlements: (query: ListQuery) => listSettlements(knex, query),
    items: (query: ListQuery) => listItems(knex, query),
    inTransit: (): Promise<InTransit[]> => readInTransit(knex, settings.get(storeSettings.currency)),

    async lines(settlementId: string, query: ListQuery) {
      await settlement(settlementId);
      return listSettlementLines(knex, settlementId, query);
    },

    /** Imports what a courier has paid over of its cash, all of the file or nothing. @throws AppError VALIDATION_ERROR, CONFLICT */
    async importRemittance(ctx: Context, month: string, csv: string) {
      const rows = readRemittanceCsv(csv, month);
      const imported = await unitOfWork.run(ctx, async (tx) => {
        const made = await operations.importRemittance(tx, ctx, rows);
        const currency = settings.get(storeSettings.currency);
        for (const entityId of made.settlementIds) {
          const amount = Math.abs((await settlements.find(tx, entityId))?.amount ?? 0);
          await operations.moneyActs.record(tx, ctx, { kind: 'cash_recorded', entityId, amount, currency });
        }
        await audit.record(
          tx,
          ctx,
          made.settlementIds.map((entityId) => ({
            entity: 'settlement',
            entityId,
            action: 'import',
            after: { month, rows: rows.length },
          })),
        );
        return made;
      });
      const found: Settlement[] = [];
      for (const id of imported.settlementIds) found.push(await settlement(id));
      return { settlements: found, differences: imported.differences };
    },

    /** Has the evidence of a dispute collected, again where it was before. @throws AppError NOT_FOUND, CONFLICT without an order */
    async collectEvidence(ctx: Context, disputeId: string): Promise<ListedDispute> {
      await unitOfWork.run(ctx, async (tx) => {
        const found = await disputes.lock(tx, disputeId);
        if (!found) throw platformErrors.notFound({ entity: 'Dispute' });
        const { orderId } = found;
        if (!orderId) throw reconciliationErrors.disputeWithoutOrder();
        await disputes.update(tx, disputeId, { evidenceState: 'collecting' });
        outbox.append(tx, ctx, reconciliationEvents.evidenceRequested, disputeId, { disputeId, orderId });
        await audit.record(tx, ctx, [
          { entity: 'dispute', entityId: disputeId, action: 'collect_evidence', after: { orderId } },
        ]);
      });
      return dispute(disputeId);
    },

    /** The file of the evidence. @throws AppError NOT_FOUND, CONFLICT before it was collected */
    async evidence(disputeId: string): Promise<SentFile> {
      const { evidenceState, evidenceKey, providerDisputeId } = await dispute(disputeId);
      const file = evidenceKey === null ? null : await storage.get(evidenceKey);
      if (!file) throw reconciliationErrors.evidenceMissing({ state: evidenceState });
      const name = `evidence-${providerDisputeId.replace(/[^A-Za-z0-9_-]/g, '')}.zip`;
      return { name, contentType: 'application/zip', content: file.body, contentLength: file.contentLength };
    },

    /** Says what money is of. @throws AppError NOT_FOUND, CONFLICT for another decision than before or one that does not fit */
    async decide(ctx: Context, itemId: string, input: ItemDecision): Promise<ListedItem> {
      await unitOfWork.run(ctx, async (tx) => {
        const before = await items.find(tx, itemId);
        const decided = await operations.itemDecisions.decide(tx, ctx, itemId, input);
        const isRepeat = before?.state === 'closed';
        const { amount, currency } = decided;
        const { decision, note, lines, subOrderId: orderVendorId } = input;
        await operations.moneyActs.record(tx, ctx, {
          kind: 'unmatched_decided',
          entityId: itemId,
          // A repeat is an act that moves nothing.
          amount: isRepeat ? 0 : Math.abs(amount),
          currency,
        });
        if (isRepeat) return;
        await audit.record(tx, ctx, [
          {
            entity: 'unmatchedMoney',
            entityId: itemId,
            action: 'decide',
            after: { decision, note, lines, orderVendorId },
          },
        ]);
      });
      return item(itemId);
    },

    /** Who looks after a difference. @throws AppError NOT_FOUND, VALIDATION_ERROR for somebody who is no operator */
    async assign(ctx: Context, itemId: string, userId: string | null): Promise<ListedItem> {
      await unitOfWork.run(ctx, async (tx) => {
        const found = await items.lock(tx, itemId);
        if (!found) throw platformErrors.notFound({ entity: 'Unmatched money' });
        if (userId !== null && !(await tx('access_user_roles').where({ userId }).first('userId')))
          throw reconciliationErrors.unknownOwner({ userId });
        await items.setOwner(tx, itemId, userId);
        await audit.record(tx, ctx, [
          {
            entity: 'unmatchedMoney',
            entityId: itemId,
            action: 'assign',
            before: { ownerId: found.ownerId },
            after: { ownerId: userId },
          },
        ]);
      });
      return item(itemId);
    },
  };
}
