import { InvoiceRuleError } from './invoice-rule-error.js';
import { shippingPaid } from './invoice-shipping.js';
import type { InvoiceLine, InvoiceSnapshot } from './invoice-snapshot.js';
import { sumOf } from './sum-of.js';

/**
 * Refuses a snapshot whose sums do not agree: a tax document with a wrong total is worse than none, and once issued it
 * cannot be taken back without a credit note.
 * @throws InvoiceRuleError `totals_do_not_add_up`, naming the figure and both amounts.
 */
export function assertTotals(snapshot: InvoiceSnapshot): void {
  const { lines, totals, pricesIncludeTax } = snapshot;
  lines.forEach((line, index) => assertLine(line, `line ${index + 1}`, pricesIncludeTax));
  expectEqual(
    'subtotal',
    totals.subtotal,
    sumOf(lines, (line) => line.lineSubtotal),
  );
  expectEqual(
    'discount',
    totals.discount,
    sumOf(lines, (line) => line.discount),
  );
  const { shippingLines = [] } = snapshot;
  expectEqual('tax', totals.tax, sumOf(lines, taxOf) + sumOf(shippingLines, taxOf));
  expectEqual('shipping', totals.shipping, snapshot.shipping);
  if (shippingLines.length > 0) {
    const shares = sumOf(shippingLines, (line) => (pricesIncludeTax ? line.total : line.taxableValue));
    expectEqual('taxed shipping', snapshot.shipping, shares);
  }
  expectEqual('grand total', totals.grandTotal, sumOf(lines, (line) => line.total) + shippingPaid(snapshot));
}

function assertLine(line: InvoiceLine, where: string, pricesIncludeTax: boolean): void {
  const net = line.lineSubtotal - line.discount;
  expectEqual(`${where} subtotal`, line.lineSubtotal, line.unitPrice * line.quantity);
  expectEqual(`${where} taxable value`, line.taxableValue, pricesIncludeTax ? net - taxOf(line) : net);
  expectEqual(`${where} total`, line.total, line.taxableValue + taxOf(line));
}

function expectEqual(figure: string, recorded: number, computed: number): void {
  if (recorded === computed) return;
  throw new InvoiceRuleError(
    'totals_do_not_add_up',
    `The order's ${figure} is ${recorded}, but its parts add up to ${computed}: no invoice was issued.`,
  );
}

function taxOf(line: Pick<InvoiceLine, 'taxes'>): number {
  return sumOf(line.taxes, (tax) => tax.amount);
}
