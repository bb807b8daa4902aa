import { createLedgerRepository } from '#db/ledger/ledger.repository.js';
import { readVendorCollected } from '#db/shipping/vendor-collected.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { entriesOf, NO_FIGURES } from '#domain/ledger/ledger.js';
import { newId } from '#lib/ids.js';
import { createPastRefundLines } from './past-refund-lines.js';
import { createPastSales } from './past-sales.js';

/** Orders of one transaction. */
const BATCH = 5_000;

/** Posts the sales and refunds of past orders, which no request ever paid, batch by batch; a repeat posts nothing. */
export function createPastLedger() {
  const past = createPastSales();
  const refundLines = createPastRefundLines();
  const ledger = createLedgerRepository();

  /** Cash that vendors hold: taken by their own delivery, or by their own account at a carrier. */
  async function postCollected(tx: Tx, ctx: Context, orderIds: readonly string[]): Promise<void> {
    const sales = await past.cashSales(tx, orderIds);
    const held = await readVendorCollected(
      tx,
      sales.map(({ subOrderId }) => subOrderId),
    );
    const postings = sales
      .filter(({ subOrderId }) => held.has(subOrderId))
      .map(({ subOrderId, gross, ...sale }) => {
        const transaction = {
          ...NO_FIGURES,
          ...sale,
          id: newId(),
          kind: 'cash_collected' as const,
          sourceId: subOrderId,
          subOrderId,
          providerId: 'cod',
          net: -gross,
          reason: null,
          actor: ctx.actor,
        };
        return { transaction, entries: entriesOf(transaction) };
      });
    await ledger.post(tx, postings);
  }

  /** @returns the last order of the batch and how many it had, null when none is left */
  return async function next(
    tx: Tx,
    ctx: Context,
    after: string | null,
  ): Promise<{ last: string; orders: number } | null> {
    const orderIds = await past.next(tx, after, BATCH);
    const last = orderIds.at(-1);
    if (last === undefined) return null;
    await past.postSales(tx, orderIds, ctx.actor);
    await refundLines.fill(tx, orderIds);
    await past.postRefunds(tx, orderIds, ctx.actor);
    await postCollected(tx, ctx, orderIds);
    return { last, orders: orderIds.length };
  };
}
