import { isGst } from '#domain/tax/gst-type.js';
import { InvoiceRuleError } from './invoice-rule-error.js';

/** One tax of an order line, as the order keeps it: percent and subunits. */
export interface LineTax {
  type: string;
  /** Percent of the taxable value, `18` or `2.5`. */
  rate: number;
  /** Subunits. */
  amount: number;
}

export interface SupplyParties {
  sellerGstin: string | null;
  /** Two-digit GST code of the seller. */
  sellerStateCode: string;
  /** Two-digit GST code of the state the goods go to; null when they leave India. */
  stateOfSupply: string | null;
}

/** A tax as an invoice prints it. `type` is `CGST`, `SGST`, `IGST`, or the order's own word. */
export type PrintedTax = LineTax;

/**
 * Splits the GST of one line as the law has it printed: equal central and state halves for a supply within a state, else, and
 * for every export, integrated tax. Lines of orders placed before halves were equal may have an odd subunit, which stands on the
 * central half. Any other tax is printed as it
 * stands, and the amounts always add up to those given.
 * @throws InvoiceRuleError `seller_without_gstin` when GST was charged for a seller who has no registration.
 */
export function splitLineTaxes(taxes: readonly LineTax[], parties: SupplyParties): PrintedTax[] {
  return taxes.flatMap((tax) => (isGst(tax.type) ? splitGst(tax, parties) : [tax]));
}

function splitGst(
  tax: LineTax,
  { sellerGstin, sellerStateCode, stateOfSupply }: SupplyParties,
): PrintedTax[] {
  if (sellerGstin === null) {
    // A line at no tax takes nothing from the buyer, so a seller without registration may sell it.
    if (tax.amount === 0) return [];
    throw new InvoiceRuleError(
      'seller_without_gstin',
      'The seller has no GSTIN, but this order was charged GST: only a registered seller can invoice it.',
    );
  }
  if (sellerStateCode !== stateOfSupply) return [{ ...tax, type: 'IGST' }];
  const central = Math.ceil(tax.amount / 2);
  const rate = tax.rate / 2;
  return [
    { type: 'CGST', rate, amount: central },
    { type: 'SGST', rate, amount: tax.amount - central },
  ];
}
