import type { Actor } from '#domain/_shared/context.js';

/**
 * Why a balance changed: `granted` and `deducted` by an operator, `refunded` from an order, `spent` on one, `released` by
 * one that was cancelled before it was paid.
 */
export const creditMovementKinds = ['granted', 'deducted', 'refunded', 'spent', 'released'] as const;
export type CreditMovementKind = (typeof creditMovementKinds)[number];

/** One change of a balance. Amounts in subunits; a positive one adds to it. */
export interface CreditMovement {
  id: string;
  userId: string;
  currency: string;
  kind: CreditMovementKind;
  amount: number;
  /** After it. */
  balance: number;
  orderId: string | null;
  refundId: string | null;
  /** Of an operator. */
  reason: string | null;
  actor: Actor;
  createdAt: Date;
}

/** As buyers and operators see it. */
export interface ListedCreditMovement extends CreditMovement {
  orderNumber: string | null;
  email: string;
}

/** The balance of a buyer, as operators list it. */
export interface CreditAccount {
  userId: string;
  email: string;
  name: string;
  currency: string;
  balance: number;
  updatedAt: Date;
}
