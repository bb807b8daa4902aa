/** Digits and capitals without those that are taken for each other when read out or written down (Crockford). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/**
 * An order number, `HT-7K3QX9MZ`: forty random bits, so that nobody can guess another's or count our orders.
 * @param randomBytes gives that many unpredictable bytes
 */
export function orderNumberOf(randomBytes: (count: number) => Uint8Array): string {
  // 256 is a multiple of 32, so the remainder favours no letter.
  return `HT-${[...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')}`;
}

/** What a person typed as an order number, in the form it is stored: capitals, no spaces, no look-alikes. */
export function normalizeOrderNumber(text: string): string {
  const bare = text.toUpperCase().replace(/[\s-]/g, '').replace(/^HT/, '');
  return `HT-${bare.replace(/O/g, '0').replace(/[IL]/g, '1')}`;
}
