import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { atMost } from '#lib/at-most.js';
import type { Passwords } from './auth.js';

/** Passwords that wait for a core: those behind them would be given up by their clients before their turn. */
const MAX_WAITING = 200;
const WAIT_MS = 20_000;

interface Limits {
  atOnce?: number;
  waiting?: number;
  waitMs?: number;
}

/**
 * The library's scrypt: a third of a second of a core and 16 MiB each. More at once than cores would only slow all else
 * down. Waiting is bounded: 503 with `Retry-After` beyond it.
 */
export function createPasswords({
  atOnce = availableParallelism(),
  waiting = MAX_WAITING,
  waitMs = WAIT_MS,
}: Limits = {}): Passwords & Required<Pick<Passwords, 'ahead'>> {
  const run = atMost(atOnce, {
    waiting,
    waitMs,
    refuse: () => platformErrors.tooBusy({}, { retryAfter: Math.ceil(waitMs / 4_000) }),
  });
  const made = new AsyncLocalStorage<{ password: string; hash: string }>();
  const hash = (password: string) => run(() => hashPassword(password));
  return {
    hash(password) {
      const before = made.getStore();
      return before?.password === password ? Promise.resolve(before.hash) : hash(password);
    },
    verify: (given) => run(() => verifyPassword(given)),
    async ahead(password, work) {
      return made.run({ password, hash: await hash(password) }, work);
    },
  };
}
