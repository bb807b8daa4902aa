import { integer, type RowOf, text, textOf } from '#domain/_shared/columns.js';

/** What a person or an API key does with money by hand, and how the daily mail calls it. */
export const moneyActKinds = [
  'refund_created',
  'refund_paid',
  'refund_given_up',
  'store_credit_adjusted',
  'account_adjusted',
  'payout_created',
  'payout_created_by_run',
  'payout_run_started',
  'act_decided',
  'payout_paid',
  'payout_failed',
  'bank_details_decided',
  'cash_recorded',
  'unmatched_decided',
] as const;
export type MoneyActKind = (typeof moneyActKinds)[number];

export interface MoneyAct {
  kind: MoneyActKind;
  /** The refund, the payout, whatever the act is of. */
  entityId: string;
  /** Subunits, without its sign; 0 where the act has none. */
  amount: number;
  currency: string;
}

/** Acts of one kind and currency by one actor. */
export const moneyActSumColumns = {
  kind: textOf<MoneyActKind>(),
  currency: text,
  count: integer,
  /** Subunits. */
  amount: integer,
  /** E-mail address of the person, or name of the API key; its id where it is gone. */
  actor: text,
};
export type MoneyActSum = RowOf<typeof moneyActSumColumns>;

/** Acts with money of one person within this time count together. */
export const MONEY_DAY_MS = 86_400_000;

/**
 * Why an operation writes rows of money and is no act of class `money`: it gives back what was paid, to who paid it; books the
 * sale of what was delivered, or its cash; takes a payment, or spends the store credit of the buyer who calls; or changes
 * the bank details of the vendor who calls, for which payouts wait.
 */
export type ValueReason = 'gives_back' | 'books_sale' | 'takes_payment' | 'own_bank_details';

/**
 * Tables whose rows are money, owed or sent. An operation that writes one of them declares `act: 'money'` or `value`, its
 * reason not to.
 */
export const valueTables = [
  'ledger_entries',
  'ledger_open_entries',
  'ledger_transactions',
  'payments_refund_lines',
  'payments_refunds',
  'payouts',
  'payouts_accounts',
  'payouts_entries',
  'payouts_runs',
  'payouts_transfers',
  'store_credit_accounts',
  'store_credit_movements',
] as const;

/** Settings of a vendor with this beginning are its bank details. */
export const BANK_SETTINGS_PREFIX = 'vendor.payout.';

const WRITES = new RegExp(
  `\\b(?:insert\\s+into|update|delete\\s+from|merge\\s+into|truncate)\\s+(?:only\\s+)?"?(${[...valueTables, 'settings_values'].join('|')})"?(?![a-z_])`,
  'gi',
);

/** The tables of money that a statement writes; those of settings only for bank details. */
export function writtenValueTables(sql: string, bindings: readonly unknown[] = []): string[] {
  const tables = [...sql.matchAll(WRITES)].map(([, table = '']) => table.toLowerCase());
  const ofBank = () => `${sql} ${JSON.stringify(bindings)}`.includes(BANK_SETTINGS_PREFIX);
  return [...new Set(tables)].filter((table) => table !== 'settings_values' || ofBank());
}
