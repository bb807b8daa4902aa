import { asciiDigits } from './ascii-digits.js';

/** What the fields of an address say, as the API takes it: a number without a country code is Indian. */
export function addressOf(form: URLSearchParams) {
  const text = (name: string) => (form.get(name) ?? '').trim();
  return {
    name: text('name'),
    phone: asciiDigits(text('phone'))
      .replace(/[\s()-]/g, '')
      .replace(/^0?(\d{10})$/, '+91$1'),
    line1: text('line1'),
    line2: text('line2') || null,
    city: text('city'),
    stateCode: text('stateCode'),
    postalCode: text('postalCode'),
    country: 'IN',
    gstin: text('gstin') || null,
  };
}
