/** Unicode gives a script ten decimal digits in a row, `0` first; rows may follow each other, as those of mathematics do. */
const DIGIT = /\p{Nd}/u;

/**
 * A text with the decimal digits of every script (`९१`, `٩١`, `９１`) as those of ASCII. For texts that are read as numbers or
 * codes: a telephone, a PIN code, a quantity, a price, a GSTIN.
 */
export function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(valueOf(digit.codePointAt(0) ?? 0)));
}

function valueOf(code: number): number {
  let first = code;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}
