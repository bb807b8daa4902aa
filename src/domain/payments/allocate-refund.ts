import { halfUpShare } from '#domain/checkout/line-taxes.js';
import { prorate } from '#domain/checkout/prorate.js';
import {
  lineLeft,
  partLeft,
  piecesLeft,
  type RefundableLine,
  type RefundablePart,
  type RefundLine,
  shippingLeft,
} from './refundable.js';

/** Pieces of a line that go back. */
export interface RefundPieces {
  part: RefundablePart;
  line: RefundableLine;
  quantity: number;
}

/** All that is left of the parts: their pieces, their taxes, their shipping. */
export function allocateRest(parts: readonly RefundablePart[]): RefundLine[] {
  return parts
    .filter(({ paid }) => paid)
    .flatMap((part) =>
      withoutNothing([
        ...part.lines.map((line) => lineShare(part, line, lineLeft(line), remainingPieces(line))),
        shippingShare(part, shippingLeft(part)),
      ]),
    );
}

/**
 * Pieces with their taxes after discount, without shipping. What one piece costs is counted from the first one, so that
 * all pieces together are the line; an amount that went back before is not paid again.
 */
export function allocatePieces(pieces: readonly RefundPieces[]): RefundLine[] {
  return pieces.map(({ part, line, quantity }) => lineShare(part, line, worthOf(line, quantity), quantity));
}

/** An amount, shared over pieces by what they are worth; at most that. */
export function allocateAmountOfPieces(pieces: readonly RefundPieces[], amount: number): RefundLine[] {
  const shares = prorate(
    amount,
    pieces.map(({ line, quantity }) => worthOf(line, quantity)),
  );
  return pieces.map(({ part, line, quantity }, index) => lineShare(part, line, shares[index] ?? 0, quantity));
}

/** An amount, shared over what is left of the parts, and in each over its lines and its shipping; at most that. */
export function allocateAmount(parts: readonly RefundablePart[], amount: number): RefundLine[] {
  const paid = parts.filter((part) => partLeft(part) > 0);
  const shares = prorate(amount, paid.map(partLeft));
  return paid.flatMap((part, index) => {
    const lefts = [...part.lines.map(lineLeft), shippingLeft(part)];
    const each = prorate(shares[index] ?? 0, lefts);
    return withoutNothing([
      ...part.lines.map((line, at) => lineShare(part, line, each[at] ?? 0, 0)),
      shippingShare(part, each[part.lines.length] ?? 0),
    ]);
  });
}

/** All that is left where the amount is that, else the amount shared; none of a payment that nothing was sold for. */
export function allocateUpTo(parts: readonly RefundablePart[], amount: number): RefundLine[] {
  const left = parts.reduce((sum, part) => sum + partLeft(part), 0);
  if (left === 0) return [];
  return amount >= left ? allocateRest(parts) : allocateAmount(parts, amount);
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
function lineShare(part: RefundablePart, line: RefundableLine, amount: number, quantity: number): RefundLine {
  const target = line.total === 0 ? 0 : halfUpShare(line.taxTotal, line.refundedAmount + amount, line.total);
  const tax = Math.min(Math.max(target - line.refundedTax, 0), amount);
  const { orderVendorId } = part;
  return { orderVendorId, lineId: line.lineId, quantity, taxableValue: amount - tax, tax, amount };
}

function shippingShare({ orderVendorId }: RefundablePart, amount: number): RefundLine {
  return { orderVendorId, lineId: null, quantity: 0, taxableValue: amount, tax: 0, amount };
}

function withoutNothing(lines: readonly RefundLine[]): RefundLine[] {
  return lines.filter(({ amount, quantity }) => amount > 0 || quantity > 0);
}
