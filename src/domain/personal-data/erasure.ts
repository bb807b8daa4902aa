export const erasureStatuses = ['scheduled', 'erasing', 'erased', 'cancelled'] as const;
export type ErasureStatus = (typeof erasureStatuses)[number];

/** Why an account cannot be erased yet. */
export const erasureBlockers = [
  'open_orders',
  'open_returns',
  'open_refunds',
  'store_credit',
  'sole_owner',
  'last_super_admin',
] as const;
export type ErasureBlocker = (typeof erasureBlockers)[number];

/** A request to erase what is known about a user, or about a guest by e-mail address. */
export interface Erasure {
  id: string;
  /** Null for a guest. */
  userId: string | null;
  /** Null once the request has ended. */
  email: string | null;
  status: ErasureStatus;
  forfeitStoreCredit: boolean;
  dueAt: Date;
  /** Why it did not begin when it was due; it is tried again each day. */
  blockedBy: ErasureBlocker[];
  /** Tables that are done, and the rows of all of them. */
  tablesDone: string[];
  rowsDone: number;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
}

/** Rows of a table that one transaction erases. */
export const ERASURE_BATCH = 500;

const blockerTexts: Readonly<Record<ErasureBlocker, string>> = {
  open_orders: 'orders are not delivered or cancelled',
  open_returns: 'returns are not finished',
  open_refunds: 'refunds are not paid',
  store_credit: 'store credit is left: spend it, or forfeit it with `forfeitStoreCredit`',
  sole_owner: 'the account is the only owner of a vendor',
  last_super_admin: 'the account is the only superAdmin',
};

/** One line for people: "orders are not delivered or cancelled; refunds are not paid". */
export function blockerText(blockers: readonly ErasureBlocker[]): string {
  return blockers.map((blocker) => blockerTexts[blocker]).join('; ');
}

/** In place of the person in rows that are kept: it tells erased persons apart, and leads to none. */
export function pseudonymOf(erasureId: string): string {
  return `erased-${erasureId}`;
}
