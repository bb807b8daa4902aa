import {
  boolean,
  day,
  instant,
  integer,
  jsonOf,
  nullable,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';
import type { Actor } from '#domain/_shared/context.js';

/** The columns of the tables of this feature. */
export const ledgerTables = {
  ledger_entries: { id: uuid, transactionId: uuid, account: text, vendorId: nullable(uuid), amount: integer },
  ledger_open_entries: {
    entryId: uuid,
    vendorId: uuid,
    subOrderId: nullable(uuid),
    kind: text,
    amount: integer,
    postedAt: instant,
  },
  ledger_tcs_supplies: {
    transactionId: uuid,
    vendorId: uuid,
    operatorGstin: nullable(text),
    supplierGstin: text,
    registered: boolean,
    within: boolean,
    taxableValue: integer,
    igst: integer,
    cgst: integer,
    sgst: integer,
    cess: integer,
    postedAt: instant,
  },
  ledger_tcs_months: { vendorId: uuid, month: day, accrued: integer },
  ledger_transactions: {
    id: uuid,
    kind: textOf<
      | 'sale'
      | 'refund'
      | 'tcs'
      | 'tcs_reversed'
      | 'cash_collected'
      | 'payout'
      | 'payout_failed'
      | 'adjustment'
      | 'store_credit_adjusted'
      | 'store_credit_held'
      | 'store_credit_released'
      | 'store_credit_used'
      | 'store_credit_refunded'
    >(),
    sourceId: uuid,
    vendorId: nullable(uuid),
    orderId: nullable(uuid),
    subOrderId: nullable(uuid),
    paymentId: nullable(uuid),
    providerId: nullable(text),
    gross: integer,
    platformDiscount: integer,
    commission: integer,
    commissionTax: integer,
    tcs: integer,
    tds: integer,
    net: integer,
    reason: nullable(text),
    actor: jsonOf<Actor>(),
    postedAt: instant,
    tcsAccrued: nullable(integer),
  },
};
