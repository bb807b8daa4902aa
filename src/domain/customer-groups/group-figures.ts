import { boolean, instant, integer, nullable, type RowOf, text, uuid } from '#domain/_shared/columns.js';

/** What the rules look at of one customer; null where no rule of the group asks for it. */
export interface GroupFigures {
  orders: number | null;
  /** Subunits, without what was refunded. */
  spent: number | null;
  lastOrderAt: Date | null;
  signedUpAt: Date | null;
  country: string | null;
  state: string | null;
  city: string | null;
  postalCode: string | null;
  /** Whether the customer has bought in a category that the rules name. */
  boughtInCategory: boolean | null;
}

/** A customer of a group, with what the rules look at. */
export const groupMemberColumns = {
  orders: nullable(integer),
  spent: nullable(integer),
  lastOrderAt: nullable(instant),
  signedUpAt: nullable(instant),
  country: nullable(text),
  state: nullable(text),
  city: nullable(text),
  postalCode: nullable(text),
  boughtInCategory: nullable(boolean),
  userId: uuid,
  name: nullable(text),
  email: nullable(text),
  /** Null for a customer who would be in the group. */
  joinedAt: nullable(instant),
};
export type GroupMember = RowOf<typeof groupMemberColumns>;

/** The same without what only those may read who may read customers: name, address of mail and place. */
export function withoutPersonalData(member: GroupMember): GroupMember {
  return { ...member, name: null, email: null, city: null, postalCode: null };
}
