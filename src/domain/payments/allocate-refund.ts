import { halfUpShare } from '#domain/checkout/line-taxes.js';
import { prorate } from '#domain/checkout/prorate.js';
import {
  lineLeft,
  subOrderLeft,
  piecesLeft,
  type RefundableLine,
  type RefundableSubOrder,
  type RefundLine,
  shippingLeft,
} from './refundable.js';

/** Pieces of a line that go back. */
export interface RefundPieces {
  subOrder: RefundableSubOrder;
  line: RefundableLine;
  quantity: number;
}

/** All that is left of the sub-orders: their pieces, their taxes, their shipping. */
export function allocateRest(subOrders: readonly RefundableSubOrder[]): RefundLine[] {
  return subOrders
    .filter(({ paid }) => paid)
    .flatMap((subOrder) =>
      withoutNothing([
        ...subOrder.lines.map((line) => lineShare(subOrder, line, lineLeft(line), remainingPieces(line))),
        shippingShare(subOrder, shippingLeft(subOrder)),
      ]),
    );
}

/**
 * Pieces with their taxes after discount, without shipping. What one piece costs is counted from the first one, so that
 * all pieces together are the line; an amount that went back before is not paid again.
 */
export function allocatePieces(pieces: readonly RefundPieces[]): RefundLine[] {
  return pieces.map(({ subOrder, line, quantity }) =>
    lineShare(subOrder, line, worthOf(line, quantity), quantity),
  );
}

/** An amount, shared over pieces by what they are worth; at most that. */
export function allocateAmountOfPieces(pieces: readonly RefundPieces[], amount: number): RefundLine[] {
  const shares = prorate(
    amount,
    pieces.map(({ line, quantity }) => worthOf(line, quantity)),
  );
  return pieces.map(({ subOrder, line, quantity }, index) =>
    lineShare(subOrder, line, shares[index] ?? 0, quantity),
  );
}

/** An amount, shared over what is left of the sub-orders, and in each over its lines and its shipping; at most that. */
export function allocateAmount(subOrders: readonly RefundableSubOrder[], amount: number): RefundLine[] {
  const paid = subOrders.filter((subOrder) => subOrderLeft(subOrder) > 0);
  const shares = prorate(amount, paid.map(subOrderLeft));
  return paid.flatMap((subOrder, index) => {
    const lefts = [...subOrder.lines.map(lineLeft), shippingLeft(subOrder)];
    const each = prorate(shares[index] ?? 0, lefts);
    return withoutNothing([
      ...subOrder.lines.map((line, at) => lineShare(subOrder, line, each[at] ?? 0, 0)),
      shippingShare(subOrder, each[subOrder.lines.length] ?? 0),
    ]);
  });
}

/** All that is left where the amount is that, else the amount shared; none of a payment that nothing was sold for. */
export function allocateUpTo(subOrders: readonly RefundableSubOrder[], amount: number): RefundLine[] {
  const left = subOrders.reduce((sum, subOrder) => sum + subOrderLeft(subOrder), 0);
  if (left === 0) return [];
  return amount >= left ? allocateRest(subOrders) : allocateAmount(subOrders, amount);
}

/** What pieces of a line are worth, as far as that has not gone back. */
export function worthOf(line: RefundableLine, quantity: number): number {
  const upTo = (pieces: number) => halfUpShare(line.total, pieces, line.quantity);
  const worth = upTo(line.refundedPieces + quantity) - upTo(line.refundedPieces);
  return Math.min(worth, lineLeft(line));
}

export function amountOf(lines: readonly RefundLine[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}

/** Pieces of a refund that leaves nothing: those of open returns are in it too. */
function remainingPieces(line: RefundableLine): number {
  return piecesLeft(line) + line.returningPieces;
}

/** The taxes follow the refunded share of the line, counted from the start: its last refund takes the rest of them. */
function lineShare(
  subOrder: RefundableSubOrder,
  line: RefundableLine,
  amount: number,
  quantity: number,
): RefundLine {
  const target = line.total === 0 ? 0 : halfUpShare(line.taxTotal, line.refundedAmount + amount, line.total);
  const tax = Math.min(Math.max(target - line.refundedTax, 0), amount);
  const { subOrderId } = subOrder;
  return { subOrderId, lineId: line.lineId, quantity, taxableValue: amount - tax, tax, amount };
}

function shippingShare({ subOrderId }: RefundableSubOrder, amount: number): RefundLine {
  return { subOrderId, lineId: null, quantity: 0, taxableValue: amount, tax: 0, amount };
}

function withoutNothing(lines: readonly RefundLine[]): RefundLine[] {
  return lines.filter(({ amount, quantity }) => amount > 0 || quantity > 0);
}
