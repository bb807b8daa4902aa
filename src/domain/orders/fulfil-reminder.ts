import type { Order } from './order.js';
import { isMoving } from './sub-order.js';

const HOUR_MS = 3_600_000;

/**
 * When vendors are reminded of sub-orders that they have not moved; null for an order that nobody waits for.
 * @param afterHours of the setting; 0 is off
 */
export function reminderDue(
  { status, confirmedAt }: Pick<Order, 'status' | 'confirmedAt'>,
  afterHours: number,
): Date | null {
  if (!confirmedAt || afterHours === 0 || !isMoving(status)) return null;
  return new Date(confirmedAt.getTime() + afterHours * HOUR_MS);
}
