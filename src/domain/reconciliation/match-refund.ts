import {
  allocateAmount,
  allocatePieces,
  allocateRest,
  allocateUpTo,
  amountOf,
  worthOf,
} from '#domain/payments/allocate-refund.js';
import {
  piecesLeft,
  type RefundableSubOrder,
  type RefundLine,
  subOrderLeft,
} from '#domain/payments/refundable.js';

/** What a refund that was made at the provider is of. */
export type RefundMatch =
  | { kind: 'whole' | 'sub_order' | 'pieces'; lines: RefundLine[] }
  | { kind: 'doubt'; reason: string };

/**
 * What a refund made at the provider is of, where there is no doubt: the whole rest of the order, exactly one sub-order, or
 * exactly one set of pieces of one line. @param left subunits of the payment that are neither refunded nor pending
 */
export function matchRefund(
  subOrders: readonly RefundableSubOrder[],
  amount: number,
  left: number,
): RefundMatch {
  if (amount > left) return { kind: 'doubt', reason: 'More was refunded than is left of the payment' };
  if (amount === left) return { kind: 'whole', lines: allocateUpTo(subOrders, amount) };
  const found: RefundMatch[] = [];
  for (const subOrder of subOrders) {
    if (!subOrder.paid) continue;
    const whole = subOrderLeft(subOrder) === amount;
    if (whole) found.push({ kind: 'sub_order', lines: allocateRest([subOrder]) });
    for (const line of subOrder.lines)
      for (let quantity = 1; quantity <= piecesLeft(line); quantity += 1) {
        if (worthOf(line, quantity) !== amount) continue;
        const lines = allocatePieces([{ subOrder, line, quantity }]);
        // A sub-order of one line without shipping is the same pieces.
        if (!(whole && piecesAre(allocateRest([subOrder]), lines))) found.push({ kind: 'pieces', lines });
      }
  }
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  const reason = only
    ? 'It can be of several parts of the order'
    : 'It is neither the rest of the order, nor a sub-order, nor pieces of one line';
  return { kind: 'doubt', reason };
}

/** The lines of a goodwill amount: shared over what is left, and the pieces stay with the buyer. */
export function goodwillLines(
  subOrders: readonly RefundableSubOrder[],
  amount: number,
  subOrderId?: string,
): RefundLine[] {
  const of = subOrders.filter((item) => subOrderId === undefined || item.subOrderId === subOrderId);
  const lines = allocateAmount(of, amount);
  return amountOf(lines) === amount ? lines : [];
}

function piecesAre(rest: readonly RefundLine[], lines: readonly RefundLine[]): boolean {
  const [a, ...more] = rest.filter(({ amount, quantity }) => amount > 0 || quantity > 0);
  const [b] = lines;
  return more.length === 0 && a?.lineId === b?.lineId && a?.quantity === b?.quantity;
}

/** An amount in proportion to what is left of each vendor's sub-orders, by vendor; for holding them back. */
export function vendorShares(
  subOrders: readonly RefundableSubOrder[],
  amount: number,
): Record<string, number> {
  const left = subOrders.reduce((sum, subOrder) => sum + subOrderLeft(subOrder), 0);
  const shares: Record<string, number> = {};
  for (const line of allocateAmount(subOrders, Math.min(amount, left))) {
    const vendorId = subOrders.find(({ subOrderId }) => subOrderId === line.subOrderId)?.vendorId ?? '';
    shares[vendorId] = (shares[vendorId] ?? 0) + line.amount;
  }
  return shares;
}
