import type { OrderLine, SubOrder } from '#domain/orders/order.js';
import type { ReturnStatus } from '#domain/returns/return-request.js';
import { type Calendar, minutesAfter } from './calendar.js';
import { createIds } from './draw.js';
import type { PlannedOrder } from './order-diary.js';
import { refundOf } from './payment-history.js';
import type { PlannedVendor } from './plan-vendors.js';

/** Pieces that a buyer sends back. */
export interface PlannedReturn {
  id: string;
  status: ReturnStatus;
  subOrder: SubOrder;
  line: OrderLine;
  reason: string;
  note: string | null;
  createdAt: Date;
  decidedAt: Date | null;
  receivedAt: Date | null;
  refundId: string | null;
}

/** An invoice that was issued, with the credit notes against it. */
export interface PlannedInvoice {
  id: string;
  subOrder: SubOrder;
  issuedAt: Date;
  newNoteId: () => string;
}

export interface PlannedPayout {
  id: string;
  vendorId: string;
  /** Before the day of this many days ago. */
  until: Date;
  createdAt: Date;
  end: 'pending' | 'paid' | 'failed';
  endedAt: Date;
  reference: string;
  transactionId: string;
  newEntryId: () => string;
}

export interface MoneyPlan {
  returns: PlannedReturn[];
  invoices: PlannedInvoice[];
  payouts: PlannedPayout[];
}

const HOUR = 60;
const DAY = 24 * HOUR;

const stories: readonly { status: ReturnStatus; reason: string; note?: string; cash?: true }[] = [
  { status: 'requested', reason: 'Too small' },
  { status: 'approved', reason: 'The colour is not the one in the picture', note: 'Please pack it well' },
  { status: 'rejected', reason: 'Changed my mind', note: 'It was worn' },
  { status: 'cancelled', reason: 'Ordered twice' },
  { status: 'refunded', reason: 'The border came loose' },
  { status: 'received', reason: 'Arrived scratched', cash: true },
];

/**
 * Returns in every state, invoices with credit notes, and payouts. Refunds of returns are written on their orders, which
 * have none yet.
 */
export function planMoney(
  seed: number,
  calendar: Calendar,
  { vendors, orders }: { vendors: readonly PlannedVendor[]; orders: readonly PlannedOrder[] },
): MoneyPlan {
  const newId = createIds(seed, 'money');
  const returns = planReturns(calendar, orders, newId);
  return {
    returns,
    invoices: planInvoices(orders, returns, newId),
    payouts: planPayouts(calendar, vendors, newId),
  };
}

/** Latest deliveries first, of orders that nothing has gone back of. */
function planReturns(
  calendar: Calendar,
  orders: readonly PlannedOrder[],
  newId: () => string,
): PlannedReturn[] {
  const before = calendar.daysAgo(3, 0);
  const candidates = orders.flatMap((order) => {
    const [subOrder] = order.written.subOrders;
    const lines = order.written.lines.filter((line) => line.subOrderId === subOrder?.id);
    const [line] = lines;
    const deliveredAt = (subOrder as { deliveredAt?: Date } | undefined)?.deliveredAt;
    if (!subOrder || !line || lines.length < 2 || !deliveredAt || deliveredAt > before || order.refund)
      return [];
    return order.written.order.status === 'delivered' ? [{ order, subOrder, line, deliveredAt }] : [];
  });
  candidates.sort((item, other) => other.deliveredAt.getTime() - item.deliveredAt.getTime());
  return stories.map(({ status, reason, note = null, cash = false }) => {
    const index = candidates.findIndex(({ order }) => (order.payment.providerId === 'cod') === cash);
    const [found] = candidates.splice(index, 1);
    if (index < 0 || !found) throw new Error(`There is no order to return: ${status}`);
    const { order, subOrder, line, deliveredAt } = found;
    const createdAt = minutesAfter(deliveredAt, 20 * HOUR);
    const isOpen = status === 'requested';
    const isBack = status === 'received' || status === 'refunded';
    const id = newId();
    const receivedAt = isBack ? minutesAfter(createdAt, DAY) : null;
    if (receivedAt) payBack(order, { id, subOrder, amount: line.total, at: receivedAt, reason, cash });
    return {
      id,
      status,
      subOrder,
      line,
      reason,
      note,
      createdAt,
      receivedAt,
      decidedAt: isOpen ? null : minutesAfter(createdAt, 5 * HOUR),
      refundId: isBack ? id : null,
    };
  });
}

/** Online money has gone back; cash waits for an operator. */
function payBack(
  planned: PlannedOrder,
  details: { id: string; subOrder: SubOrder; amount: number; at: Date; reason: string; cash: boolean },
): void {
  const { id, subOrder, amount, at, reason, cash } = details;
  const { order } = planned.written;
  const common = { cause: 'return' as const, subOrderId: subOrder.id };
  if (!cash) {
    planned.refund = { ...refundOf(order, planned.payment, { id, amount, at, note: reason }), ...common };
    return;
  }
  planned.refund = {
    ...common,
    id,
    paymentId: planned.payment.id,
    orderId: order.id,
    amount,
    reason,
    actor: { type: 'user', id: order.userId },
    status: 'pending',
    byHand: true,
    providerRefundId: null,
    processedAt: null,
    createdAt: at,
    updatedAt: at,
  };
}

/** Of the return that was paid back, of a damaged line, of an order that its buyer cancelled after it was paid. */
function planInvoices(
  orders: readonly PlannedOrder[],
  returns: readonly PlannedReturn[],
  newId: () => string,
): PlannedInvoice[] {
  const damaged = orders.find(({ refund }) => refund?.status === 'processed' && !refund.cause);
  const cancelled = orders.find(({ refund }) => refund?.cause === 'cancellation');
  const returned = returns.find(({ status }) => status === 'refunded')?.subOrder;
  const subOrders = [returned, damaged?.written.subOrders[0], cancelled?.written.subOrders[0]];
  return subOrders.flatMap((subOrder) => {
    const { confirmedAt } = (subOrder ?? {}) as { confirmedAt?: Date | null };
    if (!subOrder || !confirmedAt) return [];
    return [{ id: newId(), subOrder, issuedAt: minutesAfter(confirmedAt, 5), newNoteId: newId }];
  });
}

function planPayouts(
  calendar: Calendar,
  vendors: readonly PlannedVendor[],
  newId: () => string,
): PlannedPayout[] {
  const [first, second, third] = vendors;
  const payout = (
    vendor: PlannedVendor | undefined,
    daysAgo: number,
    end: PlannedPayout['end'],
  ): PlannedPayout[] =>
    vendor
      ? [
          {
            id: newId(),
            vendorId: vendor.vendor.id,
            until: calendar.daysAgo(daysAgo, 0),
            end,
            createdAt: calendar.daysAgo(daysAgo, 11 * HOUR),
            endedAt: calendar.daysAgo(daysAgo - 1, 16 * HOUR),
            reference: `NEFT N${32_500_000 + daysAgo}`,
            transactionId: newId(),
            newEntryId: newId,
          },
        ]
      : [];
  return [
    ...payout(first, 30, 'paid'),
    ...payout(first, 16, 'paid'),
    ...payout(first, 2, 'pending'),
    ...payout(second, 16, 'failed'),
    ...payout(third, 9, 'paid'),
  ];
}
