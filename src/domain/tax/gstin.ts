import { isGstStateCode } from './gst-states.js';

// Two digits of the state, the holder's PAN (ten characters), the number of the registration within the state,
// a `Z`, and the check character.
const shape = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The last character of a GSTIN, computed from the fourteen before it: a Luhn sum over base 36, with weights
 * 1 and 2 in turn from the left, each product folded into its two base-36 digits.
 * @throws RangeError for anything but fourteen digits and capital letters.
 */
export function gstinCheckCharacter(firstFourteen: string): string {
  if (!/^[0-9A-Z]{14}$/.test(firstFourteen))
    throw new RangeError('expected fourteen digits and capital letters');
  const sum = [...firstFourteen].reduce((total, character, index) => {
    const product = alphabet.indexOf(character) * (index % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return alphabet.charAt((36 - (sum % 36)) % 36);
}

/** Whether `text` is a GSTIN of a regular taxpayer: its shape, an existing state and a right check character. */
export function isValidGstin(text: string): boolean {
  return (
    shape.test(text) &&
    isGstStateCode(text.slice(0, 2)) &&
    gstinCheckCharacter(text.slice(0, 14)) === text[14]
  );
}

/** Whether `text` is the registration of a collector of tax at source: its fourteenth character is `C`. */
export function isTcsGstin(text: string): boolean {
  return (
    /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]C[0-9A-Z]$/.test(text) &&
    isGstStateCode(text.slice(0, 2)) &&
    gstinCheckCharacter(text.slice(0, 14)) === text[14]
  );
}

/** The two-digit state code a GSTIN begins with; undefined when the GSTIN is not valid. */
export function stateCodeOfGstin(gstin: string): string | undefined {
  return isValidGstin(gstin) ? gstin.slice(0, 2) : undefined;
}

/**
 * Numbers of buyers that are no ordinary registration, as the GST network forms them: embassies and bodies of the United Nations (UIN,
 * CGST Act 2017, section 25(9)), deductors (section 51) and collectors of tax (section 52), and non-resident persons (section 27).
 */
const special = [
  /^\d{4}[A-Z]{3}\d{5}[UO]N[0-9A-Z]$/,
  /^\d{2}[A-Z]{4}[A-Z0-9]\d{4}[A-Z][1-9A-Z][DC][0-9A-Z]$/,
  /^\d{4}[A-Z]{3}\d{5}N[R0][0-9A-Z]$/,
];

/** Whether `text` is the number of a buyer that is no ordinary registration: it says no State of supply. */
export function isSpecialNumber(text: string): boolean {
  return special.some((pattern) => pattern.test(text));
}
