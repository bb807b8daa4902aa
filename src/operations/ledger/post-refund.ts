import { createLedgerRepository } from '#db/ledger/ledger.repository.js';
import { readSubOrderBooks } from '#db/ledger/sub-order-books.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { financialYear } from '#domain/invoices/financial-year.js';
import { entriesOf, type LedgerTransaction, netOf } from '#domain/ledger/ledger.js';
import { reversalOf } from '#domain/ledger/reversal.js';
import type { RefundLine } from '#domain/payments/refundable.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { newId } from '#lib/ids.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { collectTcs } from './collect-tcs.js';

/** Posts a processed refund for each sub-order that it is of, in the transaction that says so; a repeat posts nothing. */
export const createRefundPosting = builtOnce(({ settings }: Pick<OperationDeps, 'settings'>) => {
  const ledger = createLedgerRepository();

  return async function postRefund(
    tx: Tx,
    ctx: Context,
    refund: { id: string; reason: string },
    lines: readonly Pick<RefundLine, 'subOrderId' | 'amount' | 'platformDiscount'>[],
  ): Promise<void> {
    const amounts = new Map<string, number>();
    const discounts = new Map<string, number>();
    for (const { subOrderId, amount, platformDiscount } of lines) {
      amounts.set(subOrderId, (amounts.get(subOrderId) ?? 0) + amount);
      discounts.set(subOrderId, (discounts.get(subOrderId) ?? 0) + platformDiscount);
    }
    const timeZone = settings.get(storeSettings.timeZone);
    const year = financialYear(ctx.now, timeZone);
    const books = await readSubOrderBooks(tx, [...amounts.keys()]);
    const transactions = books.map(({ sale, reversed, soldAt, ...of }): LedgerTransaction => {
      // A deduction of an earlier financial year was paid to the authorities already.
      const reverseTds = financialYear(soldAt, timeZone) === year;
      const amount = amounts.get(of.subOrderId) ?? 0;
      const figures = reversalOf(sale, reversed, amount, {
        reverseTds,
        platformDiscount: discounts.get(of.subOrderId) ?? 0,
      });
      return {
        ...of,
        ...figures,
        id: newId(),
        kind: 'refund',
        sourceId: refund.id,
        net: netOf(figures),
        reason: refund.reason,
        actor: ctx.actor,
        postedAt: ctx.now,
      };
    });
    const collected = await collectTcs(tx, transactions, { at: ctx.now, timeZone });
    await ledger.post(
      tx,
      collected.map((transaction) => ({ transaction, entries: entriesOf(transaction) })),
    );
  };
});

export type RefundPosting = ReturnType<typeof createRefundPosting>;
