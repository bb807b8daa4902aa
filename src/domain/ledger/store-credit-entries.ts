import type { CreditLedgerKind, LedgerEntry } from './ledger.js';

/** What the operator owes buyers. */
const OWED = 'store_credit';
/** What orders that are not paid yet have taken of it. */
const HELD = 'store_credit_held';

/**
 * The entries of a posting of store credit. Credit that pays an order stands for money of its provider, and what a refund
 * turns into credit stays with it.
 * @param amount subunits; negative where an operator deducts
 */
export function storeCreditEntries(
  kind: CreditLedgerKind,
  amount: number,
  providerId: string | null,
): LedgerEntry[] {
  const receipts = `receipts:${providerId ?? 'unknown'}`;
  const sides: Record<CreditLedgerKind, [from: string, to: string]> = {
    store_credit_adjusted: ['store_credit_granted', OWED],
    store_credit_held: [OWED, HELD],
    store_credit_released: [HELD, OWED],
    store_credit_used: [HELD, receipts],
    store_credit_refunded: [receipts, OWED],
  };
  const [from, to] = sides[kind];
  return [
    { account: from, vendorId: null, amount: -amount },
    { account: to, vendorId: null, amount },
  ];
}
