import type { Draw } from './draw.js';

/**
 * How an order of the past went on. `expired` was never paid in time, `cancelled` was called off by its buyer,
 * `partly_refunded` was delivered and one line of it paid back.
 */
export type OrderFate =
  | 'confirmed'
  | 'partially_fulfilled'
  | 'fulfilled'
  | 'delivered'
  | 'partly_refunded'
  | 'expired'
  | 'cancelled';

/** Younger orders have not arrived yet, and some of those have not been sent. */
const ARRIVED_AFTER_DAYS = 7;
const SENT_AFTER_DAYS = 3;

/** Draws what became of an order of so many vendors, placed so many days ago. */
export function drawFate(draw: Draw, daysAgo: number, vendorCount: number): OrderFate {
  if (draw.percent(5)) return 'expired';
  if (draw.percent(4)) return 'cancelled';
  if (daysAgo >= ARRIVED_AFTER_DAYS) return draw.percent(5) ? 'partly_refunded' : 'delivered';
  if (daysAgo < SENT_AFTER_DAYS) return 'confirmed';
  if (vendorCount > 1 && draw.percent(40)) return 'partially_fulfilled';
  return draw.percent(75) ? 'fulfilled' : 'confirmed';
}

/**
 * Paid by cash at the door or online. What can still be cancelled is cash: the payment provider does not know
 * payments of the past, and could not give one back.
 */
export function drawPaymentMethod(draw: Draw, fate: OrderFate): 'cod' | 'sandbox' {
  if (fate === 'expired' || fate === 'partly_refunded') return 'sandbox';
  if (fate === 'confirmed' || fate === 'partially_fulfilled') return 'cod';
  return draw.percent(55) ? 'sandbox' : 'cod';
}
