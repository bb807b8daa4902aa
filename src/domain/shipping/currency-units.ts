/**
 * Subunits as the decimal number of currency units that carriers take: 12345 is 123.45. The digits are placed as text,
 * because dividing by a hundred is not exact.
 */
export function currencyUnits(subunits: number): number {
  const digits = String(Math.abs(subunits)).padStart(3, '0');
  const sign = subunits < 0 ? '-' : '';
  return Number(`${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`);
}
