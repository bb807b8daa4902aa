import { createHash } from 'node:crypto';
import type { Config } from './config.js';
import { decrypt, encrypt } from './crypto.js';

export type EncryptionKeys = Pick<Config, 'ENCRYPTION_KEY' | 'ENCRYPTION_KEYS_ACCEPTED'>;

/** Encrypts with the key of today and opens what any accepted one has written. */
export interface Keyring {
  encrypt(plain: string): string;
  /** @throws UnreadableSecretError when no key opens it */
  decrypt(text: string): string;
  /** Whether it was written with the key of today. */
  isCurrent(text: string): boolean;
}

/** What none of the keys opens. The message names a key by its fingerprint, and nothing of the secret. */
export class UnreadableSecretError extends Error {}

/** Identifies a key without revealing it. */
function idOf(key: string): string {
  return createHash('sha256')
    .update('encryption-key')
    .update(Buffer.from(key, 'base64'))
    .digest('hex')
    .slice(0, 12);
}

/**
 * The keys of what is encrypted in the database. A ciphertext ends with the id of its key, so that the key can be
 * changed while values of the old one are there, and one that is missing can be named.
 */
export function createKeyring({
  ENCRYPTION_KEY: current,
  ENCRYPTION_KEYS_ACCEPTED: accepted,
}: EncryptionKeys): Keyring {
  const keys = new Map([current, ...accepted].map((key) => [idOf(key), key]));
  const currentId = idOf(current);

  function open(text: string, key: string): string | undefined {
    try {
      return decrypt(text, key);
    } catch {
      // Said below, of all keys at once.
      return undefined;
    }
  }

  return {
    encrypt: (plain) => `${encrypt(plain, current)}.${currentId}`,
    decrypt(text) {
      const id = text.split('.')[4] ?? 'without a name';
      const key = keys.get(id);
      const plain = key && open(text, key);
      if (plain !== undefined) return plain;
      throw new UnreadableSecretError(
        `encrypted with the key ${id} that is neither ENCRYPTION_KEY nor one of ENCRYPTION_KEYS_ACCEPTED, or damaged`,
      );
    },
    isCurrent: (text) => text.split('.')[4] === currentId,
  };
}
