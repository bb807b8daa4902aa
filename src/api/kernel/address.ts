import { issueOf } from '#domain/_shared/issue-codes.js';
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import { z } from 'zod';
import { codeTextSchema, personNameSchema, textSchema } from './values.js';
import { asciiDigits } from '#domain/_shared/ascii-digits.js';
import { type Address, HOME_COUNTRY } from '#domain/_shared/address.js';
import { gstStateName, isGstStateCode } from '#domain/tax/gst-states.js';
import { pinCodeFits } from '#domain/tax/pin-codes.js';
import { isSpecialNumber, isValidGstin } from '#domain/tax/gstin.js';

/** A phone number with its country code, however it is spaced; given on as E.164. */
export const phoneSchema = z
  .string()
  .max(40)
  .transform((given, context) => {
    const text = asciiDigits(given);
    // Only with a plus: without one the number would be guessed into a country.
    const phone = text.trim().startsWith('+') ? parsePhoneNumberFromString(text) : undefined;
    if (phone?.isValid()) return phone.number as string;
    context.addIssue(issueOf('invalid_format', 'must be a phone number with its country code'));
    return z.NEVER;
  })
  .meta({ example: '+919820012345', description: 'E.164' });

/** A GSTIN with a right check character, in either case; given on in capitals. */
export const gstinSchema = z
  .string()
  // Counted before blanks around it are removed, so that the reference says what is accepted.
  .max(40)
  .trim()
  .overwrite(asciiDigits)
  .toUpperCase()
  .refine(isValidGstin, 'must be a GSTIN: fifteen characters with a right check character')
  .meta({ example: '27AAPFU0939F1ZV' });

/** The number of a buyer: a GSTIN, or a UIN and the like by their patterns. */
export const buyerGstinSchema = z
  .string()
  .max(40)
  .trim()
  .overwrite(asciiDigits)
  .toUpperCase()
  .refine(
    (text) => isValidGstin(text) || isSpecialNumber(text),
    'must be a GSTIN or UIN: fifteen characters, of a GSTIN with a right check character',
  )
  .meta({ example: '27AAPFU0939F1ZV' });

/** Two-digit GST code of a state of India. */
export const gstStateCodeSchema = z
  .string()
  .overwrite(asciiDigits)
  .refine(isGstStateCode, 'must be the two-digit GST code of a state')
  .meta({ example: '27', maxLength: 2 });

const text = (max: number) => textSchema(max).trim().min(1);

const withoutBlanks = (postalCode: string) => postalCode.replace(/\s/g, '');

/** Fields that are refused by themselves may have any value here. */
function checkIndianParts(
  { country, stateCode, postalCode }: { country: unknown; stateCode: unknown; postalCode: unknown },
  context: z.RefinementCtx,
): void {
  if (country !== HOME_COUNTRY) return;
  const fail = (path: string, message: string) =>
    context.addIssue(issueOf('invalid_format', message, [path]));
  const state = typeof stateCode === 'string' ? stateCode : undefined;
  if (state !== undefined && !isGstStateCode(state))
    fail('stateCode', 'must be the two-digit GST code of a state');
  if (typeof postalCode !== 'string') return;
  const pin = withoutBlanks(postalCode);
  if (!/^[1-9]\d{5}$/.test(pin)) fail('postalCode', 'must be a PIN code of six digits');
  else if (state !== undefined && isGstStateCode(state) && !pinCodeFits(pin, state))
    fail('postalCode', `must be a PIN code of ${gstStateName(state) ?? 'the state'}`);
}

/** An address that a client sends. Within India the state is a GST code and the postal code a PIN code. */
export const addressSchema = z
  .object({
    name: personNameSchema(200),
    phone: phoneSchema,
    line1: text(200),
    line2: textSchema(200)
      .trim()
      .nullish()
      .transform((line) => line || null),
    city: text(100),
    stateCode: codeTextSchema(60),
    postalCode: codeTextSchema(12),
    country: z
      .string()
      .refine(isSupportedCountry, 'must be an ISO 3166-1 alpha-2 code')
      .meta({ maxLength: 2 })
      .default(HOME_COUNTRY),
    gstin: buyerGstinSchema.nullish().transform((gstin) => gstin ?? null),
  })
  // With the fields, also where one of them is refused: somebody who types an address learns all of it at once.
  .superRefine(checkIndianParts, { when: ({ value }) => typeof value === 'object' && value !== null })
  .transform((address): Address =>
    address.country === HOME_COUNTRY
      ? { ...address, postalCode: withoutBlanks(address.postalCode) }
      : address,
  )
  .meta({ id: 'AddressInput' });

/** An address as it is returned. */
export const addressResponseSchema = z
  .object({
    name: z.string(),
    phone: z.string().meta({ description: 'E.164' }),
    line1: z.string(),
    line2: z.string().nullable(),
    city: z.string(),
    stateCode: z.string().meta({ description: 'Two-digit GST code in India' }),
    postalCode: z.string(),
    country: z.string().meta({ description: 'ISO 3166-1 alpha-2', example: 'IN' }),
    gstin: z.string().nullable(),
  })
  .meta({ id: 'Address' });
