import { createSavedAddressesRepository } from '#db/address-book/saved-addresses.repository.js';
import type { CartAddresses } from '#db/carts/carts.repository.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { IssueCode } from '#domain/_shared/issue-codes.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';

/** Addresses as a buyer sends them: written out, or the id of one in the address book. */
export interface SentAddresses extends CartAddresses {
  shippingAddressId?: string;
  billingAddressId?: string;
}

const kinds = ['shippingAddress', 'billingAddress'] as const;
const saved = createSavedAddressesRepository();

function invalid(path: string, message: string, code: IssueCode) {
  return platformErrors.validation({}, { errors: [{ path, message, code }] });
}

/**
 * Copies the saved addresses that are named.
 * @throws AppError VALIDATION_ERROR for an address that is sent and named, or that the buyer has not saved
 */
export async function readSentAddresses(
  reader: Reader,
  userId: string,
  sent: SentAddresses,
): Promise<CartAddresses> {
  const { shippingAddressId, billingAddressId, ...addresses } = sent;
  const named = { shippingAddress: shippingAddressId, billingAddress: billingAddressId };
  const ids = Object.values(named).filter((id) => id !== undefined);
  if (ids.length === 0) return addresses;
  const found = await saved.addresses(reader, userId, ids);
  for (const kind of kinds) {
    const id = named[kind];
    if (id === undefined) continue;
    if (sent[kind])
      throw invalid(`body.${kind}Id`, `must be left out where \`${kind}\` is sent`, 'inconsistent');
    const address = found.get(id);
    if (!address) throw invalid(`body.${kind}Id`, 'saved address not found', 'unknown_reference');
    addresses[kind] = address;
  }
  return addresses;
}
