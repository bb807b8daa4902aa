import { asciiDigits } from '#domain/_shared/ascii-digits.js';

/** More zeros than this mean a slip of the keyboard, not a number. */
const MAX_EXPONENT = 100;

/**
 * The decimal form of a number, the same for all ways of writing it: `12.50`, `+12.5` and `1.25e1` are `12.5`. Exact
 * however many digits there are; undefined for text that is not a number.
 */
export function canonicalNumber(text: string): string | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/.exec(asciiDigits(text.trim())) ?? [];
  if (sign === undefined || whole + fraction === '') return undefined;
  const shift = Number(exponent);
  if (Math.abs(shift) > MAX_EXPONENT) return undefined;
  const point = whole.length + shift;
  const digits = (whole + fraction)
    .padEnd(point, '0')
    .padStart((whole + fraction).length - Math.min(point, 0), '0');
  const at = Math.max(point, 0);
  const integer = digits.slice(0, at).replace(/^0+(?=\d)/, '') || '0';
  const decimals = digits.slice(at).replace(/0+$/, '');
  const number = decimals === '' ? integer : `${integer}.${decimals}`;
  return sign === '-' && number !== '0' ? `-${number}` : number;
}
