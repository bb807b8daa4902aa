import {
  type Columns,
  instant,
  integer,
  jsonOf,
  nullable,
  type RowOf,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';
import type { Actor } from '#domain/_shared/context.js';

/**
 * Why a balance changed: `granted` and `deducted` by an operator, `refunded` from an order, `spent` on one, `released` by
 * one that was cancelled before it was paid.
 */
export const creditMovementKinds = ['granted', 'deducted', 'refunded', 'spent', 'released'] as const;
export type CreditMovementKind = (typeof creditMovementKinds)[number];

/** One change of a balance. Amounts in subunits; a positive one adds to it. */
export const creditMovementColumns = {
  id: uuid,
  userId: uuid,
  currency: text,
  kind: textOf<CreditMovementKind>(),
  amount: integer,
  /** After it. */
  balance: integer,
  orderId: nullable(uuid),
  refundId: nullable(uuid),
  /** Of an operator. */
  reason: nullable(text),
  actor: jsonOf<Actor>(),
  createdAt: instant,
} as const satisfies Columns;
export type CreditMovement = RowOf<typeof creditMovementColumns>;

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
