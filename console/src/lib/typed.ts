/** What people type, and what the API keeps: amounts, phone numbers, weights. */

/** Digits of every script as those of ASCII: each script has ten in a row, `0` first. */
export function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let first = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
    return String((code - first) % 10);
  });
}

/** `1,999.50`, `₹ 1999.5` in subunits; undefined where it is not an amount. */
export function readMoney(text: string): number | undefined {
  const plain = asciiDigits(text).replace(/[\s,₹]|rs\.?|inr/gi, '');
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(plain)) return undefined;
  const [whole = '0', part = ''] = plain.split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** Subunits as an amount to edit: `1999.50`, `1999`. */
export function moneyText(subunits: number | null | undefined): string {
  if (subunits === null || subunits === undefined) return '';
  const rest = subunits % 100;
  const whole = String(Math.trunc(subunits / 100));
  return rest === 0 ? whole : `${whole}.${String(rest).padStart(2, '0')}`;
}

/** `1.2 kg`, `850 g`, `850` in grams; undefined where it is not a weight. */
export function readWeight(text: string): number | undefined {
  const [, amount = '', unit = 'g'] = /^\s*(\d+(?:\.\d+)?)\s*(kg|g)?\s*$/i.exec(asciiDigits(text)) ?? [];
  if (amount === '') return undefined;
  const grams = Math.round(Number(amount) * (unit.toLowerCase() === 'kg' ? 1000 : 1));
  return grams > 0 ? grams : undefined;
}

/** `98200 12345`, `098200-12345`, `+91 98200 12345` as E.164; what is neither stays as it was typed. */
export function readPhone(text: string): string {
  const digits = asciiDigits(text).replace(/[\s().-]/g, '');
  if (/^\+\d{7,15}$/.test(digits)) return digits;
  const local = /^(?:0|91)?([6-9]\d{9})$/.exec(digits)?.[1];
  return local ? `+91${local}` : text.trim();
}
