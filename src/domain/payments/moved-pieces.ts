import type { RefundableLine, RefundableSubOrder, RefundLine } from './refundable.js';

export interface MovedPieces {
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

/** What a refund does with the pieces of one sub-order: cancels those that were not sent, or puts sent ones back on hand. */
export interface RefundedPieces {
  subOrderId: string;
  move: 'cancel' | 'restock';
  pieces: MovedPieces[];
}

/** @param restock whether pieces that were sent are back; the others are cancelled in any case */
export function refundedPieces(
  subOrder: RefundableSubOrder,
  lines: readonly RefundLine[],
  restock: boolean,
): RefundedPieces[] {
  const { subOrderId, status } = subOrder;
  if (status === 'pending') return [{ subOrderId, move: 'cancel', pieces: piecesToCancel(subOrder, lines) }];
  if (!restock || status === 'cancelled') return [];
  return [{ subOrderId, move: 'restock', pieces: piecesToRestock(subOrder, lines) }];
}

/** What of these pieces can still go back on hand: a return may have put some there since. */
export function stillToRestock({ lines }: RefundableSubOrder, pieces: readonly MovedPieces[]): MovedPieces[] {
  return pieces.flatMap((piece) => {
    const line = lines.find(({ lineId }) => lineId === piece.lineId);
    const away = line ? line.quantity - line.cancelledPieces - line.restockedPieces : 0;
    const quantity = Math.min(piece.quantity, away);
    return quantity > 0 ? [{ ...piece, quantity }] : [];
  });
}

/** Whether all of these pieces can still be cancelled: somebody may have sent them since. */
export function canCancel({ status, lines }: RefundableSubOrder, pieces: readonly MovedPieces[]): boolean {
  if (status !== 'pending') return false;
  return pieces.every(({ lineId, quantity }) => {
    const line = lines.find((item) => item.lineId === lineId);
    return line !== undefined && line.quantity - line.cancelledPieces - (line.sentPieces ?? 0) >= quantity;
  });
}
