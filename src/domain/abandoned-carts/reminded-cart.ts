/** Why a series of reminders ends. */
export const endReasons = [
  'completed',
  'ordered',
  'merged',
  'emptied',
  'unsubscribed',
  'no_address',
  'other_address',
  'expired',
] as const;
export type EndReason = (typeof endReasons)[number];

/** A cart whose next reminder is due, as it was judged under the lock. */
export interface DueCart {
  cartId: string;
  seriesId: string | null;
  /** Steps that are done. */
  step: number;
  userId: string;
  /** Of the account, or verified for the cart of a guest; null without one. */
  email: string | null;
  /** Blank for a guest. */
  name: string;
  locale: string | null;
  /** When the cart was changed last. */
  changedAt: Date;
  /** Why there are no more reminders of this cart; null while there are. */
  ends: Exclude<EndReason, 'completed' | 'expired'> | null;
  /** Why this reminder is left out; null when it is sent. */
  skips: 'inactive' | 'weekly_limit' | 'unavailable' | null;
}

/** An item of a reminder, as it can be bought at this moment. */
export interface ReminderItem {
  cartId: string;
  title: string;
  variantTitle: string | null;
  quantity: number;
  /** Of a piece, in subunits. */
  unitPrice: number;
  /** Storage key of a public picture. */
  image: string | null;
  /** Items of the cart that can be bought. */
  itemCount: number;
}
