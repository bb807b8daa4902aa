import { sumOf } from './sum-of.js';
import { untaxedShipping } from './invoice-shipping.js';
import type { InvoiceSnapshot } from './invoice-snapshot.js';
import type { InvoiceTotals, LabelledText } from './invoice-view.js';
import { stateOfSupply } from './place-of-supply.js';
import { taxHeading, totalOf, type TaxColumns, type TaxedLine } from './tax-table.js';

/**
 * The box of totals, read from top to bottom as one sum. Where prices contain tax, the sum is of such prices and the
 * taxes are listed below it as what it contains; adding them on the way down would count them twice.
 * @param money prints subunits with the symbol
 */
export function layoutTotals(
  snapshot: InvoiceSnapshot,
  lines: readonly TaxedLine[],
  columns: TaxColumns,
  money: (subunits: number) => string,
): InvoiceTotals {
  const { totals, pricesIncludeTax } = snapshot;
  const taxes = columns.types.map((type) => ({
    label: taxHeading(type, stateOfSupply(snapshot)),
    value: money(totalOf(lines, type)),
  }));
  const taxable = { label: 'Taxable value', value: money(sumOf(lines, (line) => line.taxableValue)) };
  const parts: LabelledText[] = taxes.length > 0 ? [taxable, ...taxes] : [];
  const shipping = { label: 'Shipping', value: money(totals.shipping) };
  // Taxed shipping is part of the taxable value, so that it stands above it.
  const isTaxed = untaxedShipping(snapshot) !== totals.shipping;
  return {
    totals: [
      {
        label: pricesIncludeTax ? 'Items total, tax included' : 'Items total',
        value: money(totals.subtotal),
      },
      ...(totals.discount !== 0 ? [{ label: 'Discount', value: money(-totals.discount) }] : []),
      ...(isTaxed ? [shipping] : []),
      ...(pricesIncludeTax ? [] : parts),
      ...(isTaxed ? [] : [shipping]),
    ],
    grandTotal: { label: 'Grand total', value: money(totals.grandTotal) },
    settled: settledRows(snapshot, money),
    included: pricesIncludeTax ? parts : [],
  };
}

/** What the buyer pays of the grand total, where that is not all of it, and the total in whole rupees where the settings ask for it. */
function settledRows(
  { totals, paidBy, roundOff }: Pick<InvoiceSnapshot, 'totals' | 'paidBy' | 'roundOff'>,
  money: (subunits: number) => string,
): LabelledText[] {
  return [
    ...(roundOff === undefined
      ? []
      : [
          { label: 'Round off', value: money(roundOff) },
          { label: 'Total in whole units', value: money(totals.grandTotal + roundOff) },
        ]),
    ...(paidBy
      ? [
          { label: `Paid by ${paidBy.name || 'the platform'}`, value: money(-paidBy.amount) },
          { label: 'Paid by the buyer', value: money(totals.grandTotal - paidBy.amount) },
        ]
      : []),
  ];
}

/** What takes an amount to the nearest whole unit of its currency, half up. */
export function roundOffOf(subunits: number): number {
  return Math.floor((subunits + 50) / 100) * 100 - subunits;
}
