import { availableParallelism } from 'node:os';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { atMost } from '#lib/at-most.js';
import type { Passwords } from './auth.js';

/** The library's scrypt: a third of a second of a core and 16 MiB each. More at once than cores would only slow all else down. */
export function createPasswords(limit = availableParallelism()): Passwords {
  const run = atMost(limit);
  return {
    hash: (password) => run(() => hashPassword(password)),
    verify: (given) => run(() => verifyPassword(given)),
  };
}
