import { type ShippedItem, shippingByVendor } from './apply-coupons.js';
import { lineAt } from './priced-lines.js';
import type { QuoteInput, QuoteItem, QuoteVendor } from './quote-input.js';
import { shippingTaxOf, type TaxInput, taxedLines } from './taxed-lines.js';

/** A piece of a variant, as far as its price and its shipping go. */
export type Piece = Omit<ShippedItem, 'vendorId' | 'quantity' | 'giftOf'> & Pick<QuoteItem, 'gst'>;

/** Its vendor, as far as taxes and shipping go. */
export type PieceVendor = Pick<
  QuoteVendor,
  'vendorId' | 'registeredForGst' | 'sellsWithin' | 'taxRules' | 'shippingFlatRate' | 'shippingFreeAbove'
>;

/** By what it is priced: the settings of the store, and what plugins decide. */
export type PiecePricing = TaxInput & Pick<QuoteInput, 'rules' | 'currency'>;

/**
 * What a buyer pays who buys nothing but one piece, in subunits: its line of the quote with its taxes, and its shipping with
 * those. Where it goes is not known.
 * @param price of the piece, in subunits, as the catalog has it
 */
export function quotePiece(
  piece: Piece,
  price: number,
  vendor: PieceVendor,
  pricing: PiecePricing,
): { total: number; shipping: number } {
  const { vendorId } = vendor;
  const line = lineAt({ ...piece, vendorId, quantity: 1, price }, price, true);
  const input = { ...pricing, vendors: [vendor], addresses: undefined };
  const shipping = shippingByVendor([line], input).get(vendorId) ?? 0;
  const taxed = taxedLines([line], vendor, shipping, pricing);
  const shippingTax = pricing.pricesIncludeTax ? 0 : taxed.reduce((sum, own) => sum + shippingTaxOf(own), 0);
  return { total: taxed.reduce((sum, { total }) => sum + total, 0), shipping: shipping + shippingTax };
}
