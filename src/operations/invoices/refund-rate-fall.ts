import type { InvoiceRow } from '#db/invoices/invoices.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { readRefundable } from '#db/payments/refundable.query.js';
import type { Context } from '#domain/_shared/context.js';
import { checkoutSettings } from '#domain/checkout/checkout.settings.js';
import type { InvoiceSource } from '#domain/invoices/build-snapshot.js';
import { allocateParcel, amountOf } from '#domain/payments/allocate-refund.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createRefundRequests } from '#operations/payments/refund-requests.js';

const REASON = 'The rate of tax fell before the goods were supplied';

/**
 * Returns the tax that a buyer has paid and the invoice, at the lower rate of its day, does not have (CGST Act 2017, section 171). The
 * invoice holds the whole total; the credit note of the refund takes the difference out of it. Cash that is not taken yet is not
 * refunded.
 */
export const createRateFallRefund = builtOnce((deps: OperationDeps) => {
  const { settings } = deps;
  const orders = createOrderWriteRepository();
  const payments = createPaymentsRepository();
  const requestRefund = createRefundRequests(deps);

  return async (tx: Tx, ctx: Context, row: InvoiceRow, { rateFall }: InvoiceSource): Promise<void> => {
    if (!rateFall || settings.get(checkoutSettings.afterRateFall) !== 'refund') return;
    const payment = (await payments.ofOrder(tx, row.orderId)).find(({ status }) => status === 'captured');
    const order = payment && (await orders.lock(tx, row.orderId));
    if (!order) return;
    const own = (await readRefundable(tx, row.orderId)).find(
      ({ subOrderId }) => subOrderId === row.subOrderId,
    );
    if (!own) return;
    const pieces = rateFall.flatMap(({ lineId, amount: worth }) => {
      const line = own.lines.find((item) => item.lineId === lineId);
      return line ? [{ line, quantity: 0, worth }] : [];
    });
    const lines = allocateParcel(own, pieces, false).filter(({ amount }) => amount > 0);
    if (lines.length === 0) return;
    await requestRefund(tx, ctx, order, {
      payment,
      subOrderId: row.subOrderId,
      amount: amountOf(lines),
      reason: REASON,
      cause: 'refund',
      lines,
    });
  };
});
