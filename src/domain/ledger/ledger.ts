import type { Actor } from '#domain/_shared/context.js';

export const ledgerKinds = [
  'sale',
  'refund',
  'tcs',
  'tcs_reversed',
  'cash_collected',
  'payout',
  'payout_failed',
  'adjustment',
  'hold',
  'hold_released',
  'dispute',
  'dispute_reversed',
] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

/** Postings of store credit, which change the account of no vendor. */
export const creditLedgerKinds = [
  'store_credit_adjusted',
  'store_credit_held',
  'store_credit_released',
  'store_credit_used',
  'store_credit_refunded',
] as const;
export type CreditLedgerKind = (typeof creditLedgerKinds)[number];

/** Postings between the operator and a payment provider, which change the account of no vendor. */
export const providerLedgerKinds = [
  'provider_booked',
  'provider_fee',
  'provider_dispute',
  'provider_settlement',
] as const;
export type ProviderLedgerKind = (typeof providerLedgerKinds)[number];

/** Kinds of all accounts, as operators read them. */
export const allLedgerKinds = [...ledgerKinds, ...creditLedgerKinds, ...providerLedgerKinds] as const;

/** The amounts of a sale, or, negative, of its refunds. Subunits. */
export interface LedgerFigures {
  /** What the buyer paid for the sub-order. */
  gross: number;
  /** What the platform pays for it besides: its part of discounts. */
  platformDiscount: number;
  commission: number;
  /** GST on the commission. */
  commissionTax: number;
  /** Tax collected at source. */
  tcs: number;
  /** Tax deducted at source. */
  tds: number;
}

/** One posting. `net` is what it changes on the account of its vendor: positive when the operator owes the vendor more. */
export interface LedgerTransaction extends LedgerFigures {
  id: string;
  kind: LedgerKind;
  /** The sub-order, refund, payout or adjustment that it was posted for; once per vendor. */
  sourceId: string;
  vendorId: string;
  orderId: string | null;
  subOrderId: string | null;
  paymentId: string | null;
  /** Whose receipts it changes. */
  providerId: string | null;
  net: number;
  /** Tax collected at source that it accrued, where the month of its seller limits `tcs`. */
  tcsAccrued?: number;
  reason: string | null;
  actor: Actor;
  postedAt: Date;
}

/** One posting of store credit. */
export interface CreditTransaction extends Omit<LedgerTransaction, 'kind' | 'vendorId'> {
  kind: CreditLedgerKind;
  vendorId: null;
}

/** One posting between the operator and a payment provider. */
export interface ProviderTransaction extends Omit<LedgerTransaction, 'kind' | 'vendorId'> {
  kind: ProviderLedgerKind;
  vendorId: null;
}

/** One side of a posting. A positive amount is a credit of the account, a negative one a debit. */
export interface LedgerEntry {
  account: string;
  /** Of the account of a vendor. */
  vendorId: string | null;
  amount: number;
}

/** A posting as lists show it. */
export interface ListedTransaction extends Omit<
  LedgerTransaction,
  'kind' | 'vendorId' | 'actor' | 'paymentId' | 'tcsAccrued'
> {
  kind: (typeof allLedgerKinds)[number];
  vendorId: string | null;
  orderNumber: string | null;
  entries: Pick<LedgerEntry, 'account' | 'amount'>[];
}

export const NO_FIGURES: LedgerFigures = {
  gross: 0,
  platformDiscount: 0,
  commission: 0,
  commissionTax: 0,
  tcs: 0,
  tds: 0,
};

/** What of a sale is the vendor's. */
export function netOf({ gross, platformDiscount, ...less }: LedgerFigures): number {
  const { commission, commissionTax, tcs, tds } = less;
  return gross + platformDiscount - commission - commissionTax - tcs - tds;
}

type Posted = LedgerFigures & Pick<LedgerTransaction, 'kind' | 'vendorId' | 'providerId' | 'net'>;

/** The entries of a posting; their sum is zero, and entries of nothing are left out. */
export function entriesOf(posted: Posted): LedgerEntry[] {
  const { vendorId, platformDiscount, commission, commissionTax, tcs, tds, net } = posted;
  const vendor = { account: `vendor:${vendorId}`, vendorId, amount: net };
  const other = (account: string, amount: number) => ({ account, vendorId: null, amount });
  const entries = [
    vendor,
    other('commission', commission),
    other('commission_tax', commissionTax),
    other('tax_withheld', tcs + tds),
    other('discounts', -platformDiscount),
  ];
  const counted = entries.reduce((sum, { amount }) => sum + amount, 0);
  return [...entries, other(counterAccount(posted), -counted)].filter(({ amount }) => amount !== 0);
}

function counterAccount({ kind, providerId }: Posted): string {
  if (kind === 'payout' || kind === 'payout_failed') return 'bank';
  if (kind === 'adjustment') return 'adjustments';
  if (kind === 'hold' || kind === 'hold_released') return `held:${providerId ?? 'unknown'}`;
  if (kind === 'dispute' || kind === 'dispute_reversed') return `disputes:${providerId ?? 'unknown'}`;
  return `receipts:${providerId ?? 'unknown'}`;
}
