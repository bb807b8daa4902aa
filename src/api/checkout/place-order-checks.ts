import type { Shortage } from '#db/inventory/reservations.repository.js';
import type { AppError } from '#domain/_shared/app-error.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { checkoutErrors } from '#domain/checkout/checkout.errors.js';
import type { Quote } from '#domain/checkout/quote.js';
import type { OrderLine } from '#domain/orders/order.js';
import { formatMoney } from '#domain/mail/template-variables.js';

/** @throws AppError CONFLICT for a cart of which no order can be made, or not at the price that the buyer saw */
export function assertPlaceable(quote: Quote, expectedTotal: number): void {
  const blocking = quote.warnings.filter((warning) => warning.blocking);
  if (blocking.length > 0)
    throw checkoutErrors.notPlaceable({ reasons: blocking.map((warning) => warning.message).join('; ') });
  if (quote.totals.itemCount === 0) throw checkoutErrors.emptyCart();
  const total = quote.totals.grandTotal;
  if (total !== expectedTotal)
    throw checkoutErrors.totalChanged({ shown: formatMoney(total, quote.currency) });
}

/** In words, for the buyer. */
export function whatIsShort(
  lines: readonly Pick<OrderLine, 'variantId' | 'title'>[],
  shortages: readonly Shortage[],
): string {
  return shortages
    .map(({ variantId, available }) => {
      const title = lines.find((line) => line.variantId === variantId)?.title ?? 'An item';
      return available === 0 ? `${title} is out of stock` : `Only ${available} of ${title} are left`;
    })
    .join('; ');
}

/** The error for something that an order cannot do without. @param path of the field, `body.email` */
export function missing(path: string, message: string): AppError {
  return platformErrors.validation({}, { errors: [{ path, message, code: 'required' }] });
}
