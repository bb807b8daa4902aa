import type { CommissionMonth, CommissionParty, CommissionSnapshot } from './commission-invoice.js';
import { splitLineTaxes } from './gst-split.js';

/** Who is named, when it is issued and at which rate. */
export interface CommissionInput extends Pick<
  CommissionSnapshot,
  | 'operator'
  | 'stateOfSupply'
  | 'month'
  | 'supplementaryFrom'
  | 'timeZone'
  | 'currency'
  | 'serviceCode'
  | 'against'
> {
  vendor: CommissionParty;
  /** GST code of the operator's state. */
  operatorState: string;
  issuedAt: Date;
  /** Of the settings. */
  basisPoints: number;
}

/**
 * Freezes the commission of a month. The tax is that of the ledger, which rounds each sale and refund, so that invoice and
 * account agree.
 * @returns null for a month whose commission and tax are zero
 */
export function buildCommissionInvoice(
  { commission, tax, untaxed, postings }: Omit<CommissionMonth, 'vendorId'>,
  input: CommissionInput,
): CommissionSnapshot | null {
  const { operatorState, basisPoints, issuedAt, ...frozen } = input;
  const total = commission + tax;
  if (total === 0) return null;
  const sign = Math.sign(total);
  const parties = {
    sellerGstin: input.operator.gstin,
    sellerStateCode: operatorState,
    stateOfSupply: input.stateOfSupply,
  };
  const amount = sign * tax;
  const taxed = sign * (commission - untaxed);
  const rate = printedRate({ taxableValue: taxed, tax: amount, postings }, basisPoints);
  return {
    ...frozen,
    kind: sign > 0 ? 'invoice' : 'credit_note',
    against: sign > 0 ? null : input.against,
    issuedAt: issuedAt.toISOString(),
    taxableValue: sign * commission,
    ...(untaxed === 0 || untaxed === commission ? {} : { untaxedValue: sign * untaxed }),
    taxes:
      untaxed === commission && tax === 0 ? [] : splitLineTaxes([{ type: 'GST', rate, amount }], parties),
    total: sign * total,
  };
}

/** The rate of the settings in percent; where the month had another, the rate that the amounts come to. */
function printedRate(
  { taxableValue, tax, postings }: { taxableValue: number; tax: number; postings: number },
  basisPoints: number,
): number {
  const expected = (taxableValue * basisPoints) / 10_000;
  if (taxableValue <= 0 || Math.abs(expected - tax) <= postings + 1) return basisPoints / 100;
  return Math.round((tax * 10_000) / taxableValue) / 100;
}
