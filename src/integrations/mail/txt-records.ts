import { Resolver } from 'node:dns/promises';
import type { TxtRecords } from '#domain/mail/sender-domain.js';

/** A name server that responds does so within some hundred milliseconds; two tries, for a packet may be lost. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** The name has no TXT record, or does not exist. */
const NOTHING = new Set(['ENODATA', 'ENOTFOUND']);

/** Reads the TXT records of a name; null when the name servers do not respond. */
export type ReadTxt = (name: string) => Promise<TxtRecords>;

export function createTxtReader(): ReadTxt {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((chunks) => chunks.join(''));
    } catch (error) {
      return NOTHING.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
    }
  };
}
