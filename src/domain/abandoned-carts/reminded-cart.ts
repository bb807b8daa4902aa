import {
  instant,
  integer,
  nullable,
  number,
  type RowOf,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';

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
export const dueCartColumns = {
  cartId: uuid,
  seriesId: nullable(uuid),
  /** Steps that are done. */
  step: integer,
  userId: uuid,
  /** Of the account, or verified for the cart of a guest; null without one. */
  email: nullable(text),
  /** Blank for a guest. */
  name: text,
  locale: nullable(text),
  /** When the cart was changed last. */
  changedAt: instant,
  /** Why there are no more reminders of this cart; null while there are. */
  ends: nullable(textOf<Exclude<EndReason, 'completed' | 'expired'>>()),
  /** Why this reminder is left out; null when it is sent. */
  skips: nullable(textOf<'inactive' | 'weekly_limit' | 'unavailable'>()),
};
export type DueCart = RowOf<typeof dueCartColumns>;

/** An item of a reminder, as it can be bought at this moment. */
export const reminderItemColumns = {
  cartId: uuid,
  title: text,
  variantTitle: nullable(text),
  quantity: integer,
  /** Of a piece, in subunits. */
  unitPrice: number,
  /** Storage key of a public picture. */
  image: nullable(text),
  /** Items of the cart that can be bought. */
  itemCount: integer,
};
export type ReminderItem = RowOf<typeof reminderItemColumns>;
