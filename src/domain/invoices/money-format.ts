export interface MoneyStyle {
  /** ISO 4217 code; its amounts have two decimals. */
  currency: string;
  /** As the platform prints it, `₹`. */
  symbol: string;
}

/**
 * Subunits as digits without a symbol: `12345678` is `1,23,456.78` in INR and `123,456.78` in any other currency.
 * Works on the integer alone, so no amount is rounded on its way to paper.
 * @throws RangeError for an amount that is not a safe integer.
 */
export function formatAmount(subunits: number, currency: string): string {
  if (!Number.isSafeInteger(subunits)) throw new RangeError(`${subunits} is not a whole number of subunits`);
  const absolute = Math.abs(subunits);
  const fraction = absolute % 100;
  const whole = (absolute - fraction) / 100;
  // A real minus sign: a hyphen may break off at the end of a line.
  return `${subunits < 0 ? '−' : ''}${grouping(currency).format(whole)}.${String(fraction).padStart(2, '0')}`;
}

/** Subunits with the symbol, `₹1,23,456.78`; a symbol of letters stands apart, `AED 12.00`. */
export function formatMoney(subunits: number, { currency, symbol }: MoneyStyle): string {
  const amount = formatAmount(subunits, currency);
  const mark = /[\p{L}.]$/u.test(symbol) ? `${symbol}\u00a0` : symbol;
  return amount.startsWith('−') ? `−${mark}${amount.slice(1)}` : `${mark}${amount}`;
}

/** A percentage as printed, `9%` or `0.125%`. */
export function formatRate(percent: number): string {
  return `${Number(percent.toFixed(4))}%`;
}

const indian = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
const western = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

function grouping(currency: string): Intl.NumberFormat {
  return currency === 'INR' ? indian : western;
}
