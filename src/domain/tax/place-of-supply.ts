import { type Address, HOME_COUNTRY } from '#domain/_shared/address.js';
import { isSpecialNumber, stateCodeOfGstin } from './gstin.js';

/** Where goods are delivered and who is billed, as far as they are known. */
export interface SupplyAddresses {
  shippingAddress: Address | null;
  /** Null where it is the shipping address. */
  billingAddress: Address | null;
}

/**
 * GST code of the state of supply. Goods that a registered buyer has delivered into another state are supplied at the place of
 * business of the buyer (IGST Act 2017, section 10(1)(b)), which the GSTIN names; any others where they are delivered (section
 * 10(1)(a)). Null while the delivery is not known, and for goods that leave India.
 */
export function placeOfSupplyOf({ shippingAddress, billingAddress }: SupplyAddresses): string | null {
  if (shippingAddress?.country !== HOME_COUNTRY) return null;
  const { gstin } = billingAddress ?? shippingAddress;
  return (gstin ? stateCodeOfGstin(gstin) : undefined) ?? shippingAddress.stateCode;
}

/** Whether the GSTIN of a billing address is of its state; true without a GSTIN. A GSTIN is Indian, whatever the country. */
export function gstinFitsState({ gstin, country, stateCode }: Address): boolean {
  return (
    !gstin || isSpecialNumber(gstin) || (country === HOME_COUNTRY && stateCodeOfGstin(gstin) === stateCode)
  );
}

export const GSTIN_OF_ANOTHER_STATE =
  'must be a GSTIN of the state of the billing address: send the address that the GSTIN is registered for as `billingAddress`';
