import { decimalUnits } from '#domain/_shared/decimal-units.js';
import type { IssueCode } from '#domain/_shared/issue-codes.js';
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
import { subOrderLeft, piecesLeft, type RefundableSubOrder, type RefundLine } from './refundable.js';

export interface RefundChoice {
  subOrderId?: string;
  lines?: readonly { lineId: string; quantity: number }[];
  /** Subunits. */
  amount?: number;
}

/**
 * What a request for a refund is of.
 * @throws AppError VALIDATION_ERROR for a sub-order or line that is not of the order, CONFLICT above what is left
 */
export function chooseRefund(all: readonly RefundableSubOrder[], choice: RefundChoice): RefundLine[] {
  const subOrders = subOrdersOf(all, choice.subOrderId);
  const { amount, lines } = choice;
  if (lines) {
    const pieces = lines.map((item, index) => piecesOf(subOrders, lines, item, index));
    if (amount === undefined) return allocatePieces(pieces);
    assertWithin(
      amount,
      pieces.reduce((sum, { line, quantity }) => sum + worthOf(line, quantity), 0),
    );
    return allocateAmountOfPieces(pieces, amount);
  }
  if (amount === undefined) return allocateRest(subOrders);
  assertWithin(
    amount,
    subOrders.reduce((sum, subOrder) => sum + subOrderLeft(subOrder), 0),
  );
  return allocateAmount(subOrders, amount);
}

/** @throws AppError CONFLICT saying what is left */
export function assertWithin(amount: number, left: number): void {
  if (amount <= 0 || amount > left)
    throw paymentsErrors.refundExceedsLeft({ left: decimalUnits(Math.max(left, 0)) });
}

function subOrdersOf(all: readonly RefundableSubOrder[], subOrderId?: string): readonly RefundableSubOrder[] {
  if (subOrderId === undefined) return all;
  const subOrders = all.filter((subOrder) => subOrder.subOrderId === subOrderId);
  if (subOrders.length === 0)
    throw invalid('body.orderVendorId', 'must be a sub-order of this order', 'unknown_reference');
  return subOrders;
}

function piecesOf(
  subOrders: readonly RefundableSubOrder[],
  named: readonly { lineId: string }[],
  { lineId, quantity }: { lineId: string; quantity: number },
  index: number,
): RefundPieces {
  const path = `body.lines.${index}.lineId`;
  const subOrder = subOrders.find(({ lines }) => lines.some((line) => line.lineId === lineId));
  const line = subOrder?.lines.find((item) => item.lineId === lineId);
  if (!subOrder || !line)
    throw invalid(
      path,
      'must be a line of this order, or of the sub-order that is named',
      'unknown_reference',
    );
  if (named.findIndex((item) => item.lineId === lineId) !== index)
    throw invalid(path, 'must be named once', 'not_unique');
  if (!subOrder.paid) throw paymentsErrors.orderUnpaid();
  const left = piecesLeft(line);
  if (quantity > left) throw paymentsErrors.refundPiecesLeft({ left, lineId });
  return { subOrder, line, quantity };
}

function invalid(path: string, message: string, code: IssueCode) {
  return platformErrors.validation({}, { errors: [{ path, message, code }] });
}
