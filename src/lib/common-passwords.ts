import { createRequire } from 'node:module';

const MAX_COMMON = 10_000;

/** Whether a password is among the 10,000 commonest. The list is read when it is asked for, which is once in a life. */
export function isCommonPassword(password: string): boolean {
  const lists = createRequire(import.meta.url)('zxcvbn/lib/frequency_lists.js') as { passwords: string[] };
  // The commonest first.
  return lists.passwords.slice(0, MAX_COMMON).includes(password.toLowerCase());
}
