import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPasswords } from '#api/accounts/passwords.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { databaseUnavailable } from '#db/kernel/database-error.js';
import { atMost } from '#lib/at-most.js';
import { newId } from '#lib/ids.js';
import { eventually } from '../_support/eventually.js';
import { cheapPasswords } from '../_support/passwords.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

const SIGN_UPS = 150;

/**
 * Hashes wait for the gate: all of them are under way at once, for as long as the test wants. After it a few end at a time,
 * as those of real passwords do: they are what keeps the connections of sign-ups from being asked for all at once.
 */
const inTurns = atMost(8, { waiting: SIGN_UPS, waitMs: 60_000, refuse: () => new Error('too late') });
let waiting = 0;
let open: () => void = () => undefined;
const gate = new Promise<void>((resolve) => (open = resolve));
const made = new Map<string, string>();
const gated = {
  ...cheapPasswords,
  hash: async (password: string) => made.get(password) ?? cheapPasswords.hash(password),
  async ahead<T>(password: string, work: () => Promise<T>): Promise<T> {
    waiting += 1;
    await gate;
    made.set(password, await cheapPasswords.hash(password));
    return inTurns(work);
  },
};

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ passwords: gated });
});
afterAll(() => platform.stop());

const signUp = () =>
  platform.http.raw('POST', '/auth/sign-up/email', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `rush-${newId()}@example.com`,
      password: `a long password ${newId()}`,
      name: 'A',
    }),
  });

describe('150 sign-ups at once', () => {
  it('all succeed, and no connection is held while passwords are hashed', async () => {
    const responses = Promise.all(Array.from({ length: SIGN_UPS }, signUp));
    await eventually(async () => expect(await Promise.resolve(waiting)).toBe(SIGN_UPS));
    // Each takes a connection of the pool that sign-ups use, of which there are fewer than hashes under way.
    const guests = await Promise.all(
      Array.from({ length: 8 }, () =>
        platform.http.raw('POST', '/auth/sign-in/anonymous', {
          headers: { 'content-type': 'application/json' },
          body: '{}',
        }),
      ),
    );
    expect(guests.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    open();
    expect((await responses).map(({ status }) => status)).toEqual(
      Array.from({ length: SIGN_UPS }, () => 200),
    );
  });
});

describe('waiting for a password to be hashed', () => {
  it('is bounded in number and in time, 503 with Retry-After beyond', async () => {
    const passwords = createPasswords({ atOnce: 1, waiting: 2, waitMs: 150 });
    const results = await Promise.allSettled([1, 2, 3, 4].map((n) => passwords.hash(`password ${n}`)));
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as Error] : [],
    );
    expect(refused.length).toBeGreaterThanOrEqual(1);
    expect(refused[0]).toMatchObject({ status: 503, retryAfter: 1, code: 'SERVICE_UNAVAILABLE' });
    expect(results[0]?.status).toBe('fulfilled');
  });

  it('frees the place of work that has waited for too long', async () => {
    const run = atMost(1, { waiting: 5, waitMs: 50, refuse: () => platformErrors.tooBusy() });
    let end: () => void = () => undefined;
    const first = run(() => new Promise<void>((resolve) => (end = resolve)));
    await expect(run(() => Promise.resolve(1))).rejects.toMatchObject({ status: 503 });
    end();
    await first;
    await expect(run(() => Promise.resolve(2))).resolves.toBe(2);
  });

  it('a sign-up uses the hash that was made ahead', async () => {
    const passwords = createPasswords({ atOnce: 1 });
    const hash = await passwords.ahead('a long password', () => passwords.hash('a long password'));
    expect(await passwords.verify({ hash, password: 'a long password' })).toBe(true);
  });
});

it('a connection that the pool could not have in time is an outage', () => {
  const error = new Error('timeout exceeded when trying to connect');
  expect(databaseUnavailable(error)).toMatchObject({ status: 503, retryAfter: 2 });
});
