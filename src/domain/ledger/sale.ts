import { halfUpShare } from '#domain/checkout/line-taxes.js';
import type { LedgerFigures } from './ledger.js';

/** The rates that an operator withholds by, in basis points. */
export interface WithholdingRates {
  tcs: number;
  tds: number;
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
export function saleFigures({
  total: gross,
  platformDiscount,
  commissionTotal: commission,
}: {
  total: number;
  platformDiscount: number;
  commissionTotal: number;
}): LedgerFigures {
  return { gross, platformDiscount, commission, commissionTax: 0, tcs: 0, tds: 0 };
}

/**
 * What is withheld from a sale: TCS (CGST Act, section 52) where the operator collects the money of a registered seller,
 * and TDS on the amount without GST wherever the money went.
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
    tcs: collects ? share(sale.taxedValue, rates.tcs) : 0,
    tds: share(figures.gross + figures.platformDiscount - sale.gst, rates.tds),
  };
}

/**
 * The sale with GST on its commission. It is two equal halves, rounded half up, as every GST of the platform: the document of a month
 * within one state prints as much central as state tax.
 * @param basisPoints of the whole rate
 */
export function withCommissionGst(figures: LedgerFigures, basisPoints: number): LedgerFigures {
  return { ...figures, commissionTax: 2 * halfUpShare(Math.max(figures.commission, 0), basisPoints, 20_000) };
}
