import { platformErrors } from '#domain/_shared/platform.errors.js';
import { paymentsErrors } from './payments.errors.js';
import {
  allocateAmount,
  allocateAmountOfPieces,
  allocatePieces,
  allocateRest,
  type RefundPieces,
  worthOf,
} from './allocate-refund.js';
import { partLeft, piecesLeft, type RefundablePart, type RefundLine } from './refundable.js';

export interface RefundChoice {
  orderVendorId?: string;
  lines?: readonly { lineId: string; quantity: number }[];
  /** Subunits. */
  amount?: number;
}

/**
 * What a request for a refund is of.
 * @throws AppError VALIDATION_ERROR for a sub-order or line that is not of the order, CONFLICT above what is left
 */
export function chooseRefund(all: readonly RefundablePart[], choice: RefundChoice): RefundLine[] {
  const parts = partsOf(all, choice.orderVendorId);
  const { amount, lines } = choice;
  if (lines) {
    const pieces = lines.map((item, index) => piecesOf(parts, lines, item, index));
    if (amount === undefined) return allocatePieces(pieces);
    assertWithin(amount, pieces.reduce((sum, { line, quantity }) => sum + worthOf(line, quantity), 0)); // prettier-ignore
    return allocateAmountOfPieces(pieces, amount);
  }
  if (amount === undefined) return allocateRest(parts);
  assertWithin(amount, parts.reduce((sum, part) => sum + partLeft(part), 0)); // prettier-ignore
  return allocateAmount(parts, amount);
}

/** @throws AppError CONFLICT saying what is left */
export function assertWithin(amount: number, left: number): void {
  if (amount <= 0 || amount > left) throw paymentsErrors.refundExceedsLeft({ left: Math.max(left, 0) });
}

function partsOf(all: readonly RefundablePart[], orderVendorId?: string): readonly RefundablePart[] {
  if (orderVendorId === undefined) return all;
  const parts = all.filter((part) => part.orderVendorId === orderVendorId);
  if (parts.length === 0) throw invalid('body.orderVendorId', 'must be a sub-order of this order');
  return parts;
}

function piecesOf(
  parts: readonly RefundablePart[],
  named: readonly { lineId: string }[],
  { lineId, quantity }: { lineId: string; quantity: number },
  index: number,
): RefundPieces {
  const path = `body.lines.${index}.lineId`;
  const part = parts.find(({ lines }) => lines.some((line) => line.lineId === lineId));
  const line = part?.lines.find((item) => item.lineId === lineId);
  if (!part || !line) throw invalid(path, 'must be a line of this order, or of the sub-order that is named');
  if (named.findIndex((item) => item.lineId === lineId) !== index) throw invalid(path, 'must be named once');
  if (!part.paid) throw paymentsErrors.orderUnpaid();
  const left = piecesLeft(line);
  if (quantity > left) throw paymentsErrors.refundPiecesLeft({ left, lineId });
  return { part, line, quantity };
}

function invalid(path: string, message: string) {
  return platformErrors.validation({}, { errors: [{ path, message, code: 'custom' }] });
}
