import { halfUpShare } from '#domain/checkout/line-taxes.js';
import type { LedgerFigures } from './ledger.js';

/**
 * What a refund takes back of a sale, as negative figures. All amounts follow the refunded share of the value, which is
 * the gross and the platform's part of discounts, counted from the start: the refund that completes it takes the rest, whatever
 * was rounded before.
 * @param before what earlier refunds took back, as their negative figures summed
 * @param options.platformDiscount what the platform takes back of its part of discounts
 * @param options.reverseTds false for a refund of another financial year than the sale
 */
export function reversalOf(
  sale: LedgerFigures,
  before: LedgerFigures,
  amount: number,
  { reverseTds = true, platformDiscount = 0 }: { reverseTds?: boolean; platformDiscount?: number } = {},
): LedgerFigures {
  const value = sale.gross + sale.platformDiscount;
  const refunded =
    Math.min(amount - before.gross, sale.gross) +
    Math.min(platformDiscount - before.platformDiscount, sale.platformDiscount);
  const takeBack = (name: Exclude<keyof LedgerFigures, 'gross' | 'platformDiscount'>) => {
    const target = value === 0 ? 0 : halfUpShare(sale[name], refunded, value);
    return nonZero(-target - before[name]);
  };
  // GST on commission is two equal halves, in each reversal too; a sale with an odd one was not made of halves.
  const halves = sale.commissionTax % 2 === 0 && before.commissionTax % 2 === 0;
  const takeBackTax = () => {
    if (!halves || value === 0) return takeBack('commissionTax');
    const target = 2 * halfUpShare(sale.commissionTax / 2, refunded, value);
    return nonZero(-target - before.commissionTax);
  };
  return {
    gross: -amount,
    platformDiscount: nonZero(-platformDiscount),
    commission: takeBack('commission'),
    commissionTax: takeBackTax(),
    tcs: takeBack('tcs'),
    tds: reverseTds ? takeBack('tds') : 0,
  };
}

/** Without the minus of a negative zero. */
function nonZero(amount: number): number {
  return amount === 0 ? 0 : amount;
}
