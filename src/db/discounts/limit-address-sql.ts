/** What `limitAddress` makes of an address that is stored: in lower case, with its domain in ASCII. */
export const limitAddressSql = (address: string): string =>
  `regexp_replace(lower(${address}), '^([^+@]+)\\+[^@]*@', '\\1@')`;
