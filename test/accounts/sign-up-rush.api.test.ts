import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPasswords } from '#api/accounts/passwords.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { databaseUnavailable } from '#db/kernel/database-error.js';
import { atMost } from '#lib/at-most.js';
import { newId } from '#lib/ids.js';
import { cheapPasswords } from '../_support/passwords.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

/** As long for each as a real one, two at a time, without its cost. */
const slow = () => {
  const run = atMost(2);
  const hashes = new Map<string, string>();
  const hash = (password: string) =>
    run(async () => {
      await sleep(100);
      return cheapPasswords.hash(password);
    });
  return {
    ...cheapPasswords,
    hash: async (password: string) => hashes.get(password) ?? hash(password),
    async ahead<T>(password: string, work: () => Promise<T>): Promise<T> {
      hashes.set(password, await hash(password));
      return work();
    },
  };
};

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ passwords: slow() });
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
  it('all succeed: no connection is held while passwords are hashed', async () => {
    const began = performance.now();
    const responses = await Promise.all(Array.from({ length: 150 }, signUp));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 150 }, () => 200));
    // Longer than anybody waits for a connection.
    expect(performance.now() - began).toBeGreaterThan(5_000);
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
