/** Subunits as units of their currency, `-12.50`, for files and messages. */
export function decimalUnits(subunits: number): string {
  const sign = subunits < 0 ? '-' : '';
  const whole = Math.abs(subunits);
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
}
