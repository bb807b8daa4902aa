import { createLedgerRepository } from '#db/ledger/ledger.repository.js';
import { readTaxedSales } from '#db/ledger/sub-order-sales.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { entriesOf, type LedgerTransaction, netOf, NO_FIGURES } from '#domain/ledger/ledger.js';
import { ledgerSettings } from '#domain/ledger/ledger.settings.js';
import { saleFigures, withCommissionGst, withhold } from '#domain/ledger/sale.js';
import type { SubOrder } from '#domain/orders/order.js';
import type { Payment } from '#domain/payments/payment.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { newId } from '#lib/ids.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { isPostedWithSupply } from './tcs-day.js';
import { commissionGstBasisPoints } from './commission-gst.js';
import { collectTcs } from './collect-tcs.js';

export interface SoldSubOrder extends Pick<
  SubOrder,
  'id' | 'vendorId' | 'total' | 'platformDiscount' | 'commissionTotal'
> {
  /** Its vendor, or the vendor's own carrier account, took the cash at the door. */
  collectedByVendor?: boolean;
  /** Store credit that is used beside its cash, in subunits. */
  storeCredit?: number;
  /** What was cancelled of it before its cash was taken, in subunits. */
  cancelledTotal?: number;
}

/** Posts the sale of each sub-order that was paid, in the transaction that says so; a repeat posts nothing. */
export const createSalePosting = builtOnce(({ settings }: Pick<OperationDeps, 'settings'>) => {
  const ledger = createLedgerRepository();

  return async function postSales(
    tx: Tx,
    ctx: Context,
    payment: Pick<Payment, 'id' | 'orderId' | 'providerId'>,
    subOrders: readonly SoldSubOrder[],
  ): Promise<void> {
    const rates = settings.get(ledgerSettings.withholdTaxes) && {
      // Else it is posted with the invoice.
      tcs: isPostedWithSupply(settings, ctx.now) ? 0 : settings.get(ledgerSettings.tcsBasisPoints),
      tds: settings.get(ledgerSettings.tdsBasisPoints),
    };
    const commissionGst = commissionGstBasisPoints(settings, ctx.now);
    const ids = subOrders.map(({ id }) => id);
    const taxed = rates ? await readTaxedSales(tx, ids) : undefined;
    const transactions = subOrders.flatMap((subOrder): LedgerTransaction[] => {
      const { collectedByVendor = false, cancelledTotal = 0, storeCredit = 0 } = subOrder;
      const sale = taxed?.get(subOrder.id);
      const plain = saleFigures(subOrder);
      const withheld = rates && sale ? withhold(plain, sale, rates, { collectedByVendor }) : plain;
      const figures = commissionGst > 0 ? withCommissionGst(withheld, commissionGst) : withheld;
      const common = {
        sourceId: subOrder.id,
        vendorId: subOrder.vendorId,
        orderId: payment.orderId,
        subOrderId: subOrder.id,
        paymentId: payment.id,
        providerId: payment.providerId,
        reason: null,
        actor: ctx.actor,
        postedAt: ctx.now,
      };
      const sold = { ...common, ...figures, id: newId(), kind: 'sale' as const, net: netOf(figures) };
      if (!collectedByVendor) return [sold];
      // The vendor holds the gross already, but for what credit paid: what remains is the commission that it owes.
      const collected = {
        ...common,
        ...NO_FIGURES,
        id: newId(),
        kind: 'cash_collected' as const,
        net: cancelledTotal + storeCredit - subOrder.total,
      };
      return [sold, collected];
    });
    const timeZone = settings.get(storeSettings.timeZone);
    const collected = await collectTcs(tx, transactions, { at: ctx.now, timeZone });
    await ledger.post(
      tx,
      collected.map((transaction) => ({ transaction, entries: entriesOf(transaction) })),
    );
  };
});

export type SalePosting = ReturnType<typeof createSalePosting>;
