import type { Address } from '#domain/_shared/address.js';

/** Who orders, as far as paying on delivery depends on it. */
export interface CashBuyer {
  /** Signed in without an account. */
  guest: boolean;
  /** The address of their account; null for guests. */
  accountEmail: string | null;
  /** The address that the cart has proven by a code. */
  confirmedEmail: string | null;
  /** Where mails about the order go. */
  email: string;
}

const same = (a: string | null, b: string) => a !== null && a.toLowerCase() === b.toLowerCase();

/** Orders to the address of their own account, which is always a verified one. */
export function hasOwnAccount({ guest, accountEmail, email }: CashBuyer): boolean {
  return !guest && same(accountEmail, email);
}

/** Whether the address that the mails go to was proven, by an account or by a code. */
export function isProven(buyer: CashBuyer): boolean {
  return hasOwnAccount(buyer) || same(buyer.confirmedEmail, buyer.email);
}

/** A place in one spelling: letters and digits of its first line, its postal code and its country. */
export function placeOf({ line1, postalCode, country }: Address): string {
  const plain = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '');
  return [line1, postalCode, country].map(plain).join('|');
}

/** The first limit that one more order of so many pieces would break; undefined where none. */
export function brokenLimit(
  counts: readonly { open: number; pieces: number }[],
  pieces: number,
  limits: { open: number; pieces: number },
): 'open' | 'pieces' | undefined {
  if (counts.some(({ open }) => open >= limits.open)) return 'open';
  return [...counts, { pieces: 0 }].some((count) => count.pieces + pieces > limits.pieces)
    ? 'pieces'
    : undefined;
}
