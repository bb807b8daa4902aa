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

export interface CustomerDetail extends CustomerRow {
  /** Of confirmed orders that are not cancelled, what went back taken off; by currency. */
  spent: { currency: string; amount: number; refunded: number }[];
  reviewCount: number;
  mailCount: number;
  suppression: { reason: string; since: string } | null;
  recentOrders: {
    id: string;
    orderNumber: string;
    status: string;
    currency: string;
    grandTotal: number;
    placedAt: string;
  }[];
}
