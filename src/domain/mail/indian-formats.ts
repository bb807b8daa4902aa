/**
 * What the data of `Intl` (CLDR) has wrong, or not at all, for some languages of India: rupees of kn, ml, mr, or, ur and others are
 * grouped by thousands, and dates of kn, ml, or and others begin with the month or the year. People there write lakhs, and the day first.
 */

/** Whether a locale is one of India. */
export function isIndian(locale: string): boolean {
  return new Intl.Locale(locale).region === 'IN';
}

/** An amount with its digits in lakhs and crores; digits, separators and the place of the symbol are those of the language. */
export function inLakhs(format: Intl.NumberFormat, amount: `${number}`): string {
  const separator = format.formatToParts(1_234_567).find(({ type }) => type === 'group')?.value ?? ',';
  let written = '';
  const parts = format.formatToParts(amount);
  const digits = parts.filter(({ type }) => type === 'integer').flatMap(({ value }) => [...value]);
  for (const { type, value } of parts) {
    if (type === 'group') continue;
    written += type === 'integer' ? grouped(digits.splice(0), separator) : value;
  }
  return written;
}

/** The last three digits together, and pairs before them. */
function grouped(digits: readonly string[], separator: string): string {
  const groups = [digits.slice(-3).join('')];
  for (let end = digits.length - 3; end > 0; end -= 2)
    groups.unshift(digits.slice(Math.max(0, end - 2), end).join(''));
  return groups.filter(Boolean).join(separator);
}

/** A day, and its weekday or time where the format has one, as the language writes it, but with the day of the month first. */
export function dayFirst(format: Intl.DateTimeFormat, at: Date): string {
  const parts = format.formatToParts(at);
  const place = (wanted: string) => parts.findIndex(({ type }) => type === wanted);
  const first = Math.min(place('day'), place('month'), place('year'));
  if (first === place('day')) return format.format(at);
  const last = Math.max(place('day'), place('month'), place('year'));
  const of = (wanted: string) => parts[place(wanted)]?.value ?? '';
  const date = `${of('day')} ${of('month')} ${of('year')}`;
  const written = (from: number, to: number) =>
    parts
      .slice(from, to)
      .map(({ value }) => value)
      .join('');
  return `${written(0, first)}${date}${written(last + 1, parts.length)}`;
}
