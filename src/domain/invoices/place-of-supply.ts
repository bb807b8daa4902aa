import { HOME_COUNTRY } from '#domain/_shared/address.js';
import type { InvoiceSnapshot } from './invoice-snapshot.js';

/**
 * The GST code of the state of supply; null for goods that leave India. The country is asked first, because codes
 * of two digits mean something else abroad: `09` is Tochigi in Japan, and nothing sent there is a supply within Uttar
 * Pradesh.
 */
export function stateOfSupply({
  placeOfSupply,
  shippingAddress,
}: Pick<InvoiceSnapshot, 'placeOfSupply' | 'shippingAddress'>): string | null {
  return shippingAddress.country === HOME_COUNTRY ? placeOfSupply : null;
}
