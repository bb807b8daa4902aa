import {
  boolean,
  instant,
  integer,
  jsonOf,
  listOf,
  nullable,
  type RowOf,
  text,
  uuid,
} from '#domain/_shared/columns.js';

/** A person with an account, as a list for operators shows it. */
export interface CustomerRow {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean;
  bannedAt: Date | null;
  createdAt: Date;
  /** Confirmed ones. */
  orderCount: number;
  lastOrderAt: Date | null;
}

export const customerDetailColumns = {
  id: uuid,
  email: text,
  name: text,
  emailVerified: boolean,
  bannedAt: nullable(instant),
  createdAt: instant,
  orderCount: integer,
  lastOrderAt: nullable(instant),
  /** Of confirmed orders that are not cancelled, what went back taken off; by currency. */
  spent: listOf({ currency: text, amount: integer, refunded: integer }),
  reviewCount: integer,
  mailCount: integer,
  suppression: nullable(jsonOf<{ reason: string; since: string }>()),
  recentOrders: jsonOf<
    {
      id: string;
      orderNumber: string;
      status: string;
      currency: string;
      grandTotal: number;
      placedAt: string;
    }[]
  >(),
};
export type CustomerDetail = RowOf<typeof customerDetailColumns>;
