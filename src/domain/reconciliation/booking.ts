import type { Refund } from '#domain/payments/payment.js';
import type { LedgerEntry } from '#domain/ledger/ledger.js';
import { type Movement, providerAccounts as accounts } from './movement.js';

/** Our rows that a movement is of, as far as the ledger has them. */
export interface MovementStanding {
  /** Null where nobody knows the payment. */
  payment: {
    sold: boolean;
    surplus: boolean;
    /** What its provider brought, in subunits. */ brought: number;
  } | null;
  refund: Pick<Refund, 'status' | 'amount' | 'storeCredit' | 'paidOtherwise'> | null;
}

/** What of a movement the ledger holds apart from sales and refunds. */
export interface Booking {
  account: string;
  /** Subunits; positive is money that came in at the provider. */
  amount: number;
}

type Booked = Pick<
  Movement,
  'kind' | 'providerId' | 'state' | 'amount' | 'decision' | 'providerDisputeId' | 'returnedId'
>;

/**
 * Where the ledger has to hold a movement, so that receipts of the provider are what the provider holds. Sales and refunds
 * of orders post their own part; the rest is a charge that goes back, money without an explanation, or the provider's own.
 * @returns null where sales and refunds say all of it
 */
export function bookingOf(movement: Booked, { payment, refund }: MovementStanding): Booking | null {
  const { kind, providerId, decision } = movement;
  const moved = movement.state === 'done' ? movement.amount : 0;
  const unexplained = decision === 'not_of_order' ? accounts.adjustments : accounts.unallocated;
  // A refund that failed counts as one that never left.
  if (movement.returnedId !== null) return null;
  // Its money is booked with its dispute.
  if (movement.providerDisputeId !== null && kind !== 'payment' && kind !== 'refund') return null;
  switch (kind) {
    case 'payment':
      if (payment && !payment.sold) return bookedTo(accounts.surplus(providerId), moved);
      return bookedTo(unexplained(providerId), moved - (payment && moved !== 0 ? payment.brought : 0));
    case 'refund': {
      if (refund && payment && !payment.sold) return bookedTo(accounts.surplus(providerId), moved);
      return bookedTo(unexplained(providerId), moved + (payment ? sentBack(refund, payment) : 0));
    }
    case 'reserve':
      return bookedTo(accounts.reserves(providerId), moved);
    case 'transfer':
      return bookedTo(accounts.transfers(providerId), moved);
    case 'fee':
      return bookedTo(accounts.fees, moved);
    default:
      return bookedTo(accounts.adjustments(providerId), moved);
  }
}

/** What the ledger says that the provider sent back for a refund; one that was paid another way left from the bank. */
function sentBack(refund: MovementStanding['refund'], payment: { surplus: boolean }): number {
  if (refund?.status !== 'processed' || refund.paidOtherwise || payment.surplus) return 0;
  return refund.amount - refund.storeCredit;
}

function bookedTo(account: string, amount: number): Booking | null {
  return amount === 0 ? null : { account, amount };
}

const side = (account: string, amount: number): LedgerEntry => ({ account, vendorId: null, amount });

/** The entries that replace one booking of a movement by another; none where they are the same. */
export function bookingEntries(
  providerId: string,
  before: Booking | null,
  after: Booking | null,
): LedgerEntry[] {
  const sums = new Map<string, number>();
  const add = (account: string, amount: number) => sums.set(account, (sums.get(account) ?? 0) + amount);
  if (before) add(before.account, -before.amount);
  if (after) add(after.account, after.amount);
  add(accounts.receipts(providerId), (before?.amount ?? 0) - (after?.amount ?? 0));
  return [...sums].map(([account, amount]) => side(account, amount)).filter(({ amount }) => amount !== 0);
}

/** The entries of fees that the provider has kept back. */
export function feeEntries(providerId: string, fee: number, tax: number): LedgerEntry[] {
  return [
    side(accounts.receipts(providerId), fee + tax),
    side(accounts.fees, -fee),
    side(accounts.feesTax, -tax),
  ].filter(({ amount }) => amount !== 0);
}

/** The entries of money that a provider took for a dispute; negative where it gave it back. */
export function deductionEntries(providerId: string, amount: number): LedgerEntry[] {
  return [side(accounts.receipts(providerId), amount), side(accounts.disputes(providerId), -amount)];
}

/** The entries of a lost dispute that the operator bears; negative takes them back. */
export function lossEntries(providerId: string, amount: number): LedgerEntry[] {
  return [side(accounts.disputes(providerId), amount), side(accounts.disputeLosses, -amount)];
}

/** The entries of a refund that was paid from the bank, after the posting of the refund took it from the provider. */
export function bankTransferEntries(providerId: string, amount: number): LedgerEntry[] {
  return [side(accounts.receipts(providerId), -amount), side(accounts.bank, amount)].filter(
    (entry) => entry.amount !== 0,
  );
}

/** The entries of a settlement, as it reached the bank; negative takes them back. */
export function settlementEntries(
  providerId: string,
  { amount, fees, tax }: { amount: number; fees: number; tax: number },
): LedgerEntry[] {
  return [
    side(accounts.receipts(providerId), amount + fees + tax),
    side(accounts.bank, -amount),
    side(accounts.fees, -fees),
    side(accounts.feesTax, -tax),
  ].filter((entry) => entry.amount !== 0);
}
