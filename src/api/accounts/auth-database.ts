import type { BetterAuthOptions, DBAdapter } from 'better-auth';
import { getAdapter } from 'better-auth/db/adapter';
import type { createAuthPool } from '#db/kernel/auth-pool.js';
import type { SessionTokens } from './session-tokens.js';

/**
 * The library's own adapter for Postgres with our treatment of session tokens. The library makes its adapter later than
 * it wants one of ours, so that each call waits for it.
 */
export function authDatabase(pool: ReturnType<typeof createAuthPool>, tokens: SessionTokens) {
  return (options: BetterAuthOptions): DBAdapter<BetterAuthOptions> => {
    const made = getAdapter({ ...options, database: pool });
    // The first caller sees why it failed.
    made.catch(() => undefined);
    return tokens.hashing({
      id: 'kysely',
      create: async (input) => (await made).create(input),
      findOne: async (input) => (await made).findOne(input),
      findMany: async (input) => (await made).findMany(input),
      count: async (input) => (await made).count(input),
      update: async (input) => (await made).update(input),
      updateMany: async (input) => (await made).updateMany(input),
      delete: async (input) => (await made).delete(input),
      deleteMany: async (input) => (await made).deleteMany(input),
      consumeOne: async (input) => (await made).consumeOne(input),
      incrementOne: async (input) => (await made).incrementOne(input),
      transaction: async (work) => (await made).transaction(work),
    });
  };
}
