export const redemptionStates = ['held', 'released'] as const;
export type RedemptionState = (typeof redemptionStates)[number];

/** The use of a discount by one order. Amounts in subunits. */
export interface Redemption {
  id: string;
  orderId: string;
  orderNumber: string;
  userId: string;
  guest: boolean;
  email: string;
  code: string;
  name: string;
  amount: number;
  waivedShipping: number;
  state: RedemptionState;
  redeemedAt: Date;
  releasedAt: Date | null;
}

/**
 * Whose uses are counted together: the user, and for a guest the e-mail address of the order.
 * Without an address a guest has used nothing yet.
 */
export function customerKeyOf(customer: { userId: string; guest: boolean; email: string | null }): string {
  return customer.guest ? `email:${(customer.email ?? '').trim().toLowerCase()}` : customer.userId;
}
