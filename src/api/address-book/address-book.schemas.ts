import { z } from 'zod';
import { addressResponseSchema, addressSchema } from '#api/kernel/address.js';
import type { ColumnSchemas } from '#api/kernel/column-schemas.js';
import { idOf, instantSchema, iso, textSchema } from '#api/kernel/values.js';
import type { Address } from '#domain/_shared/address.js';
import { issueOf } from '#domain/_shared/issue-codes.js';
import type { SavedAddress, savedAddressColumns } from '#domain/address-book/saved-address.js';
import { isValidGstin } from '#domain/tax/gstin.js';
import { gstinFitsState } from '#domain/tax/place-of-supply.js';

interface Sent {
  address?: Address | undefined;
}

/** Any saved address can be billed, so that its GSTIN is of its state. */
function checkGstin({ address }: Sent, context: z.RefinementCtx): void {
  // An invalid GSTIN was refused for itself.
  if (!address?.gstin || !isValidGstin(address.gstin) || gstinFitsState(address)) return;
  const path = ['address', 'gstin'];
  context.addIssue(issueOf('state_mismatch', 'must be a GSTIN of the state of the address', path));
}

const isDefault = (what: string) =>
  z
    .boolean()
    .optional()
    .meta({
      description: `\`true\` makes it the default of ${what} instead of another; \`false\` changes nothing. The first address is the default of both`,
    });

const fields = z.object({
  label: textSchema(60)
    .trim()
    .nullish()
    .transform((label) => (label === undefined ? undefined : label || null))
    .meta({ example: 'Home' }),
  address: addressSchema,
  isDefaultShipping: isDefault('deliveries'),
  isDefaultBilling: isDefault('billing'),
});

export const savedAddressInput = fields.superRefine(checkGstin).meta({ id: 'SavedAddressInput' });

export const savedAddressPatch = fields.partial().superRefine(checkGstin).meta({ id: 'SavedAddressPatch' });

export const savedAddressSchema = z
  .object({
    id: idOf('savedAddress'),
    label: z.string().nullable(),
    address: addressResponseSchema,
    isDefaultShipping: z.boolean().meta({ description: 'Of one address of each customer' }),
    isDefaultBilling: z.boolean().meta({ description: 'Of one address of each customer' }),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  } satisfies Omit<ColumnSchemas<typeof savedAddressColumns>, 'userId'>)
  .meta({ id: 'SavedAddress' });

export function savedAddressResponse(saved: SavedAddress): z.input<typeof savedAddressSchema> {
  const { id, label, address, isDefaultShipping, isDefaultBilling, createdAt, updatedAt } = saved;
  return {
    id,
    label,
    address,
    isDefaultShipping,
    isDefaultBilling,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
  };
}
