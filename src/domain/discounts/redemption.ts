import { limitAddress } from '#domain/_shared/limit-address.js';

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
 * Uses that are counted together are those of one e-mail address: of the account that has it, and of guests who type it.
 * Without an address a guest has used nothing yet.
 * @param customer with the address of the account, for a guest that of the order
 */
export function customerKeyOf(customer: { userId: string; guest: boolean; email: string | null }): string {
  const { userId, guest, email } = customer;
  return guest || email ? `email:${limitAddress(email ?? '')}` : userId;
}
