import { halfUpShare } from '#domain/checkout/line-taxes.js';
import type { LedgerFigures } from './ledger.js';

/**
 * What a refund takes back of a sale, as negative figures. All amounts follow the refunded share of the gross, counted from
 * the start: the refund that completes it takes the rest, whatever was rounded before.
 * @param before what earlier refunds took back, as their negative figures summed
 * @param options.reverseTds false for a refund of another financial year than the sale
 */
export function reversalOf(
  sale: LedgerFigures,
  before: LedgerFigures,
  amount: number,
  { reverseTds = true }: { reverseTds?: boolean } = {},
): LedgerFigures {
  const refunded = Math.min(amount - before.gross, sale.gross);
  const takeBack = (name: Exclude<keyof LedgerFigures, 'gross'>) => {
    const target = sale.gross === 0 ? 0 : halfUpShare(sale[name], refunded, sale.gross);
    return nonZero(-target - before[name]);
  };
  return {
    gross: -amount,
    commission: takeBack('commission'),
    commissionTax: takeBack('commissionTax'),
    tcs: takeBack('tcs'),
    tds: reverseTds ? takeBack('tds') : 0,
  };
}

/** Without the minus of a negative zero. */
function nonZero(amount: number): number {
  return amount === 0 ? 0 : amount;
}
