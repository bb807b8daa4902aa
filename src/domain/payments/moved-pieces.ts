import type { RefundableLine, RefundableSubOrder, RefundLine } from './refundable.js';

interface MovedPieces {
  lineId: string;
  variantId: string;
  quantity: number;
}

/**
 * Pieces of a pending sub-order that a refund cancels: none that are in a parcel. Those of a refund that failed were cancelled with it already.
 */
export function piecesToCancel(subOrder: RefundableSubOrder, refunded: readonly RefundLine[]): MovedPieces[] {
  return moved(subOrder, refunded, (line, quantity) => {
    const cancelledBefore = Math.max(line.cancelledPieces - line.refundedPieces, 0);
    return Math.min(
      quantity - cancelledBefore,
      line.quantity - line.cancelledPieces - (line.sentPieces ?? 0),
    );
  });
}

/** Pieces of a refund that can go back on hand: none that did before. */
export function piecesToRestock(
  subOrder: RefundableSubOrder,
  refunded: readonly RefundLine[],
): MovedPieces[] {
  return moved(subOrder, refunded, (line, quantity) =>
    Math.min(quantity, line.quantity - line.cancelledPieces - line.restockedPieces),
  );
}

function moved(
  subOrder: RefundableSubOrder,
  refunded: readonly RefundLine[],
  count: (line: RefundableLine, quantity: number) => number,
): MovedPieces[] {
  return subOrder.lines.flatMap((line) => {
    const quantity = refunded.find(({ lineId }) => lineId === line.lineId)?.quantity ?? 0;
    const pieces = quantity > 0 ? Math.max(count(line, quantity), 0) : 0;
    return pieces > 0 ? [{ lineId: line.lineId, variantId: line.variantId, quantity: pieces }] : [];
  });
}
