import type { InvoiceSnapshot } from './invoice-snapshot.js';
import { sumOf } from './sum-of.js';

type Shipping = Pick<InvoiceSnapshot, 'shipping' | 'shippingLines'>;

/** Subunits of shipping that no tax is charged on: all of it, or none. */
export function untaxedShipping({ shipping, shippingLines = [] }: Shipping): number {
  return shippingLines.length > 0 ? 0 : shipping;
}

/** Subunits that the buyer pays for shipping with its taxes. */
export function shippingPaid({ shipping, shippingLines = [] }: Shipping): number {
  return shippingLines.length > 0 ? sumOf(shippingLines, ({ total }) => total) : shipping;
}
