import { ToWords as IndianWords } from 'to-words/en-IN';
import { ToWords as WesternWords } from 'to-words/en-US';

const CRORE = 10_000_000;
const indian = new IndianWords();
const western = new WesternWords();

/**
 * An amount of money as an invoice spells it out:
 * `Rupees One Lakh Twenty Three Thousand and Fifty Paise Only`, `US Dollars One Million and 05/100 Only`.
 * @param subunits a whole number, zero or more
 * @param currency ISO 4217 code of a currency with two decimals
 * @throws RangeError for a negative or fractional amount.
 */
export function amountInWords(subunits: number, currency: string): string {
  if (!Number.isSafeInteger(subunits) || subunits < 0)
    throw new RangeError(`cannot spell out ${subunits} subunits`);
  const fraction = subunits % 100;
  const whole = (subunits - fraction) / 100;
  if (currency !== 'INR') {
    // "05/100" is how cheques write it everywhere, whatever the name of the hundredth part.
    const rest = fraction > 0 ? ` and ${String(fraction).padStart(2, '0')}/100` : '';
    return `${currencyName(currency)} ${western.convert(whole)}${rest} Only`;
  }
  const paise = fraction > 0 ? ` and ${indian.convert(fraction)} ${fraction === 1 ? 'Paisa' : 'Paise'}` : '';
  return `Rupees ${lakhAndCrore(whole)}${paise} Only`;
}

/** Commerce stops at the crore and counts on in crores, where the library would go on to arab and kharab. */
function lakhAndCrore(whole: number): string {
  const crores = Math.floor(whole / CRORE);
  const rest = whole % CRORE;
  if (crores === 0) return indian.convert(rest);
  return `${lakhAndCrore(crores)} Crore${rest > 0 ? ` ${indian.convert(rest)}` : ''}`;
}

function currencyName(currency: string): string {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'name',
  }).formatToParts(2);
  const name = parts.find((part) => part.type === 'currency')?.value ?? currency;
  return name.replace(/(^|\s)\p{Ll}/gu, (start) => start.toUpperCase());
}
