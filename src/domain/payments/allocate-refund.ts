import { halfUpShare } from '#domain/checkout/line-taxes.js';
import { prorate } from '#domain/checkout/prorate.js';
import { refundedDiscountShare, refundedTaxShare, taxSum } from './refunded-tax.js';
import {
  amountLeft,
  subOrderLeft,
  piecesLeft,
  type RefundableLine,
  type RefundableSubOrder,
  type RefundableShipping,
  type RefundLine,
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
      dropZeroAmounts([
        ...subOrder.lines.map((line) => lineShare(subOrder, line, amountLeft(line), remainingPieces(line))),
        ...subOrder.shipping.map((share) => shippingShare(subOrder, share, amountLeft(share))),
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

/** Pieces at given amounts, at most what is left of their lines. @param withShipping also what is left of the shipping */
export function allocateParcel(
  subOrder: RefundableSubOrder,
  pieces: readonly { line: RefundableLine; quantity: number; worth: number }[],
  withShipping: boolean,
): RefundLine[] {
  const shipping = withShipping ? subOrder.shipping : [];
  return [
    ...pieces.map(({ line, quantity, worth }) =>
      lineShare(subOrder, line, Math.min(worth, amountLeft(line)), quantity),
    ),
    ...shipping
      .map((share) => shippingShare(subOrder, share, amountLeft(share)))
      .filter(({ amount }) => amount > 0),
  ];
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
    const lefts = [...subOrder.lines, ...subOrder.shipping].map(amountLeft);
    const each = prorate(shares[index] ?? 0, lefts);
    return dropZeroAmounts([
      ...subOrder.lines.map((line, at) => lineShare(subOrder, line, each[at] ?? 0, 0)),
      ...subOrder.shipping.map((share, at) =>
        shippingShare(subOrder, share, each[subOrder.lines.length + at] ?? 0),
      ),
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
  return Math.min(worth, amountLeft(line));
}

/** Whether a refund takes something back: from the buyer's payment, or from what the platform paid of it. */
export function takesBack(lines: readonly RefundLine[]): boolean {
  return lines.some(({ amount, platformDiscount }) => amount > 0 || platformDiscount > 0);
}

export function amountOf(lines: readonly RefundLine[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}

/** Pieces of a refund that leaves nothing: those of open returns are in it too. */
function remainingPieces(line: RefundableLine): number {
  return piecesLeft(line) + line.returningPieces;
}

function lineShare(
  subOrder: RefundableSubOrder,
  line: RefundableLine,
  amount: number,
  quantity: number,
): RefundLine {
  const pieces = { refunded: line.refundedPieces + quantity, quantity: line.quantity };
  const platformDiscount = refundedDiscountShare(line, amount, pieces);
  const taxes = refundedTaxShare(line, amount, platformDiscount, pieces);
  const { subOrderId } = subOrder;
  const { lineId } = line;
  const tax = taxSum(taxes);
  return {
    subOrderId,
    lineId,
    shippingLineId: null,
    quantity,
    taxableValue: amount + platformDiscount - tax,
    tax,
    taxes,
    platformDiscount,
    amount,
  };
}

function shippingShare(
  { subOrderId }: RefundableSubOrder,
  share: RefundableShipping,
  amount: number,
): RefundLine {
  const taxes = refundedTaxShare(share, amount);
  const tax = taxSum(taxes);
  const of = { subOrderId, lineId: null, shippingLineId: share.shippingLineId, quantity: 0 };
  return { ...of, taxableValue: amount - tax, tax, taxes, platformDiscount: 0, amount };
}

function dropZeroAmounts(lines: readonly RefundLine[]): RefundLine[] {
  return lines.filter(({ amount, quantity }) => amount > 0 || quantity > 0);
}
