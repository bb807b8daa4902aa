import {
  boolean,
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
import type { MoneyActKind } from './money-acts.js';

export const approvalKinds = [
  'refund',
  'payout',
  'account_adjustment',
  'store_credit_adjustment',
  // Records of money that has left or arrived; nothing is held meanwhile.
  'refund_paid',
  'payout_paid',
  'cash_recorded',
] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

export const approvalStates = ['waiting', 'approved', 'refused'] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** Which limit an act exceeds: of one act, of one person and day, or of what is given back for one vendor and day. */
export const approvalCauses = ['act', 'day', 'vendor_day'] as const;
export type ApprovalCause = (typeof approvalCauses)[number];

/** An act with money that a second person decides about. */
export const moneyApprovalColumns = {
  id: uuid,
  kind: textOf<ApprovalKind>(),
  /** The refund, payout or order; of an adjustment the id that it gets. */
  entityId: uuid,
  /** What the act was asked for with, where that is in no row. */
  input: nullable(jsonOf<unknown>()),
  /** Subunits; negative takes from the account. */
  amount: integer,
  currency: text,
  vendorId: nullable(uuid),
  orderId: nullable(uuid),
  cause: textOf<ApprovalCause>(),
  askedBy: jsonOf<Actor>(),
  /** Who asked: of an API key the person who made it. */
  person: text,
  askedAt: instant,
  state: textOf<ApprovalState>(),
  decidedBy: nullable(jsonOf<Actor>()),
  decidedAt: nullable(instant),
  /** Why it was refused. */
  reason: nullable(text),
  /** Approved by who had asked, because nobody else could. */
  alone: boolean,
} as const satisfies Columns;
export type MoneyApproval = RowOf<typeof moneyApprovalColumns>;

/** An approval with names for a list. */
export interface ListedMoneyApproval extends Omit<
  MoneyApproval,
  'askedBy' | 'decidedBy' | 'input' | 'person'
> {
  askedBy: string;
  decidedBy: string | null;
  vendorName: string | null;
  orderNumber: string | null;
  /** Who gets store credit. */
  email: string | null;
  /** What the one who asked has given as the reason. */
  note: string | null;
}

/** Where nobody else may approve, the one who asked confirms after so long. */
export const ALONE_AFTER_MS = 12 * 3_600_000;

/** Acts that decide that value leaves; the others record or undo what was decided. */
export const decidingActs: readonly MoneyActKind[] = [
  'refund_created',
  'store_credit_adjusted',
  'account_adjusted',
  'payout_created',
  'payout_created_by_run',
];

/**
 * Which limit an act exceeds, null for none. Amounts in subunits; 0 is no limit.
 * @param before what the same person has moved within the day that nobody else approved
 */
export function exceededLimit(
  amount: number,
  before: number,
  { above, aboveDaily }: { above: number; aboveDaily: number },
): 'act' | 'day' | null {
  if (amount === 0) return null;
  if (above > 0 && Math.abs(amount) > above) return 'act';
  if (aboveDaily > 0 && Math.abs(amount) + before > aboveDaily) return 'day';
  return null;
}
