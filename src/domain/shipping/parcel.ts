import { halfUpShare } from '#domain/checkout/line-taxes.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { shippingErrors } from './shipping.errors.js';

/** Pieces of lines: those that a parcel has, or is to have. */
export interface ParcelPieces {
  lineId: string;
  quantity: number;
}

/** A line of a sub-order that is sent in several parcels. Amounts in subunits. */
export interface SendableLine {
  lineId: string;
  variantId: string;
  title: string;
  /** Pieces that were ordered. */
  quantity: number;
  cancelled: number;
  /** Pieces in parcels, those that are being created included. */
  sent: number;
  /** What the buyer pays for all of its pieces, without shipping. */
  total: number;
}

export function unsentOf({ quantity, cancelled, sent }: SendableLine): number {
  return Math.max(quantity - cancelled - sent, 0);
}

/** Everything that is in no parcel yet. */
export function unsentPieces(lines: readonly SendableLine[]): (ParcelPieces & { variantId: string })[] {
  return lines.flatMap((line) => {
    const quantity = unsentOf(line);
    return quantity > 0 ? [{ lineId: line.lineId, variantId: line.variantId, quantity }] : [];
  });
}

/** @throws AppError NOT_FOUND for a line of another sub-order, VALIDATION_ERROR for one named twice, CONFLICT for pieces that are not left */
export function assertSendable(lines: readonly SendableLine[], pieces: readonly ParcelPieces[]): void {
  pieces.forEach(({ lineId, quantity }, index) => {
    const line = lines.find((item) => item.lineId === lineId);
    if (!line) throw platformErrors.notFound({ entity: 'Order line' });
    if (pieces.findIndex((item) => item.lineId === lineId) !== index) throw namedTwice(index);
    const left = unsentOf(line);
    if (quantity > left) throw shippingErrors.piecesLeft({ left, title: line.title });
  });
}

function namedTwice(index: number) {
  const path = `body.lines.${index}.lineId`;
  return platformErrors.validation(
    {},
    { errors: [{ path, message: 'must be named once', code: 'not_unique' }] },
  );
}

/**
 * What the buyer pays for the pieces of a parcel, in subunits. Pieces are counted from the last one of a line, as refunds
 * count cancelled ones from the first, so that parcels and refunds together are the line.
 */
export function worthOfParcel(lines: readonly SendableLine[], pieces: readonly ParcelPieces[]): number {
  return pieces.reduce((sum, { lineId, quantity }) => {
    const line = lines.find((item) => item.lineId === lineId);
    if (!line) return sum;
    return sum + worthOfPieces(line, line.sent, quantity);
  }, 0);
}

/** What the buyer pays for pieces of a line. @param sent pieces in the parcels before */
export function worthOfPieces(
  line: Pick<SendableLine, 'total' | 'quantity'>,
  sent: number,
  quantity: number,
): number {
  const upTo = (count: number) => halfUpShare(line.total, count, line.quantity);
  const before = line.quantity - sent;
  return upTo(before) - upTo(before - quantity);
}
