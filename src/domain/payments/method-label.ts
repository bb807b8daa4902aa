import { type Phrase, phrase, type Words } from '#domain/mail/phrase.js';

/** Those that have a word in each language of mails. */
const phrases: Readonly<Record<string, Phrase>> = {
  cod: phrase('method.cod'),
  card: phrase('method.card'),
  netbanking: phrase('method.netbanking'),
  wallet: phrase('method.wallet'),
  sandbox: phrase('method.sandbox'),
  store_credit: phrase('method.store_credit'),
};

const labels: Readonly<Record<string, string>> = {
  cod: 'Cash on delivery',
  upi: 'UPI',
  card: 'Card',
  netbanking: 'Net banking',
  wallet: 'Wallet',
  sandbox: 'Pretend payment',
  store_credit: 'Store credit',
};

/** How a method of payment is called on invoices; one that we do not know by its own words. */
export function methodLabel(method: string): string {
  const words = method.replace(/[._-]+/g, ' ').trim();
  return labels[method.toLowerCase()] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** The same in a mail. */
export function methodWords(method: string): Words {
  return phrases[method.toLowerCase()] ?? methodLabel(method);
}
