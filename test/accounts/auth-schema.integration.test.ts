import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { getMigrations } from 'better-auth/db/migration';
import { type AuthDeps, authOptions } from '#api/accounts/auth.js';
import { createSessionTokens } from '#api/accounts/session-tokens.js';
import { createAuthPool } from '#db/kernel/auth-pool.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

let kernel: TestKernel;
let pool: ReturnType<typeof createAuthPool>;
beforeAll(async () => {
  kernel = await startKernel();
  pool = createAuthPool({ url: kernel.container.config.DATABASE_URL, onError: () => undefined });
});
afterAll(async () => {
  await pool.end();
  await kernel.stop();
});

function options() {
  const unused = {} as AuthDeps;
  return authOptions({ ...unused, ...kernel.container, pool, tokens: createSessionTokens() });
}

test('better-auth finds every table, column and type as it wants them: it has nothing to migrate', async () => {
  const complaints: string[] = [];
  const config = {
    ...options(),
    // Migrations are planned for the library's own adapter alone.
    database: pool,
    logger: { log: (_level: string, message: string) => complaints.push(message) },
  };
  const plan = await getMigrations(config);
  expect(plan.toBeCreated).toEqual([]);
  expect(plan.toBeAdded).toEqual([]);
  expect((await plan.compileMigrations()).replace(/[;\s]/g, '')).toBe('');
  expect(complaints).toEqual([]);
});

test('it reports to nobody, and neither limits nor identifies callers by itself', () => {
  expect(options()).toMatchObject({
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    advanced: { database: { generateId: 'uuid' }, disableOriginCheck: false },
  });
});
