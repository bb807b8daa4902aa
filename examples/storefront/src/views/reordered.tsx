import type { DataOf } from 'haat-client';
import { money } from './kit.js';

export type ReorderedLine = DataOf<'postStoreOrdersByOrderIdReorder'>['lines'][number];

export const reasons: Record<NonNullable<ReorderedLine['reason']>, string> = {
  deleted: 'no longer sold',
  not_available: 'no longer sold',
  vendor_suspended: 'its store does not sell at the moment',
  out_of_stock: 'out of stock',
  quantity_below_minimum: 'only sold in larger quantities',
  quantity_above_maximum: 'no more can be bought at once',
  cart_full: 'the cart is full',
};

function outcomeOf({ outcome, reason, quantity, addedQuantity }: ReorderedLine): string {
  if (outcome === 'not_available') return reason ? reasons[reason] : 'not available';
  if (outcome === 'added') return `${quantity} in the cart`;
  const why = reason === 'out_of_stock' ? 'no more are left' : reason && reasons[reason];
  return `${addedQuantity} of ${quantity} in the cart, ${why}`;
}

/** What became of each item of an order that was put into the cart again. */
export const Reordered = ({ lines, currency }: { lines: ReorderedLine[]; currency: string }) => (
  <section className="notice notice-info" role="status" aria-label="Order again" data-outcome>
    <ul className="reordered">
      {lines.map((line) => (
        <li key={line.variantId}>
          <span>
            {line.title}
            {line.variantTitle && <span className="quiet"> {line.variantTitle}</span>}
          </span>
          <span className={line.outcome === 'added' ? undefined : 'sale'}>{outcomeOf(line)}</span>
          {line.priceChanged && line.price !== null && (
            <span className="quiet">
              now {money(line.price, currency)}, was {money(line.orderedPrice, currency)}
            </span>
          )}
        </li>
      ))}
    </ul>
    {lines.some(({ addedQuantity }) => addedQuantity > 0) && (
      <a className="button" href="/cart">
        To the cart
      </a>
    )}
  </section>
);
