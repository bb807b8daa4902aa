import { createHash } from 'node:crypto';
import { verifyPassword } from 'better-auth/crypto';

const PREFIX = 'cheap:';

/** For tests of everything else: the library's hash takes a third of a second on purpose, for each sign-up and sign-in. */
export const cheapPasswords = {
  hash: (password: string) => Promise.resolve(PREFIX + createHash('sha256').update(password).digest('hex')),
  /** Takes the library's hashes too: the administrator of a platform has one. */
  verify: async (given: { hash: string; password: string }) =>
    given.hash.startsWith(PREFIX)
      ? given.hash === (await cheapPasswords.hash(given.password))
      : verifyPassword(given),
};
