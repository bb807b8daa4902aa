import { halfUpShare } from '#domain/checkout/line-taxes.js';
import type { LedgerFigures } from './ledger.js';

/** The rates that an operator withholds by, in basis points. */
export interface WithholdingRates {
  tcs: number;
  tds: number;
  commissionGst: number;
}

/** A sub-order as far as taxes are withheld from it. Subunits. */
export interface TaxedSale {
  sellerHasGstin: boolean;
  /** Of the lines that GST was charged on, after discounts and without taxes. */
  taxedValue: number;
  /** GST of all lines. */
  gst: number;
}

/** The amounts of a sale without anything withheld. */
export function saleFigures(subOrder: { total: number; commissionTotal: number }): LedgerFigures {
  return { gross: subOrder.total, commission: subOrder.commissionTotal, commissionTax: 0, tcs: 0, tds: 0 };
}

/**
 * What is withheld from a sale: TCS (CGST Act, section 52) where the operator collects the money of a registered seller,
 * TDS on the amount without GST wherever the money went, and GST on the commission.
 */
export function withhold(
  figures: LedgerFigures,
  sale: TaxedSale,
  rates: WithholdingRates,
  { collectedByVendor }: { collectedByVendor: boolean },
): LedgerFigures {
  const share = (amount: number, bps: number) => halfUpShare(Math.max(amount, 0), bps, 10_000);
  const collects = sale.sellerHasGstin && !collectedByVendor;
  return {
    ...figures,
    commissionTax: share(figures.commission, rates.commissionGst),
    tcs: collects ? share(sale.taxedValue, rates.tcs) : 0,
    tds: share(figures.gross - sale.gst, rates.tds),
  };
}
