import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { BetterAuthOptions, DBAdapter, DBTransactionAdapter, Where } from 'better-auth';
import { equalSecrets, hmacSha256, sha256 } from '#lib/crypto.js';

type Row = Record<string, unknown>;

/**
 * Keeps the tokens of sessions out of the database: its column has their hashes alone. The library knows a session by its
 * token, so what it looks up or writes is hashed on the way in, and a row that comes back gets the token that the same
 * request showed. Of other sessions nobody knows the token any more: such a row has a handle in its place, which only
 * this process makes and understands, so that the library can delete what it has listed.
 */
export function createSessionTokens() {
  /** Of handles: a hash that was read in the database must not do for a token. */
  const key = randomBytes(32).toString('hex');
  const shown = new AsyncLocalStorage<Map<string, string>>();

  const seal = (hash: string) => hmacSha256(hash, key);
  const handleOf = (hash: string) => `${hash}~${seal(hash)}`;

  function hashOf(token: string): string {
    const [hash = '', mac] = token.split('~');
    if (mac !== undefined && equalSecrets(mac, seal(hash))) return hash;
    const own = sha256(token);
    shown.getStore()?.set(own, token);
    return own;
  }

  function hidden(value: unknown): unknown {
    if (typeof value === 'string') return hashOf(value);
    return Array.isArray(value) ? value.map(hidden) : value;
  }

  const hiddenData = <T extends Row>(data: T): T =>
    'token' in data ? { ...data, token: hidden(data['token']) } : data;
  const hiddenWhere = (where: Where[]): Where[] =>
    where.map((part) =>
      part.field === 'token' ? { ...part, value: hidden(part.value) as Where['value'] } : part,
    );

  function visible<T>(row: T): T {
    const hash = (row as Row | null)?.['token'];
    if (typeof hash !== 'string') return row;
    return { ...row, token: shown.getStore()?.get(hash) ?? handleOf(hash) };
  }

  function transacted(
    base: DBTransactionAdapter<BetterAuthOptions>,
  ): DBTransactionAdapter<BetterAuthOptions> {
    const isSession = ({ model }: { model: string }) => model === 'session';
    return {
      ...base,
      create: async (input) => {
        if (!isSession(input)) return base.create(input);
        return visible(await base.create({ ...input, data: hiddenData(input.data) }));
      },
      findOne: async <T>(input: Parameters<typeof base.findOne>[0]) => {
        if (!isSession(input)) return base.findOne<T>(input);
        const row = await base.findOne<T>({ ...input, where: hiddenWhere(input.where) });
        // The net below what refuses such a session by name: to the library it is not a session.
        return (row as Row | null)?.['secondFactorPending'] === true ? null : visible(row);
      },
      findMany: async <T>(input: Parameters<typeof base.findMany>[0]) => {
        if (!isSession(input)) return base.findMany<T>(input);
        const rows = await base.findMany<T>({ ...input, where: hiddenWhere(input.where ?? []) });
        return rows.map(visible);
      },
      count: (input) =>
        base.count(isSession(input) ? { ...input, where: hiddenWhere(input.where ?? []) } : input),
      update: async <T>(input: Parameters<typeof base.update>[0]) => {
        if (!isSession(input)) return base.update<T>(input);
        const { where, update } = input;
        return visible(
          await base.update<T>({ ...input, where: hiddenWhere(where), update: hiddenData(update) }),
        );
      },
      updateMany: (input) =>
        base.updateMany(
          isSession(input)
            ? { ...input, where: hiddenWhere(input.where), update: hiddenData(input.update) }
            : input,
        ),
      delete: (input) =>
        base.delete(isSession(input) ? { ...input, where: hiddenWhere(input.where) } : input),
      deleteMany: (input) =>
        base.deleteMany(isSession(input) ? { ...input, where: hiddenWhere(input.where) } : input),
      consumeOne: async <T>(input: Parameters<typeof base.consumeOne>[0]) => {
        if (!isSession(input)) return base.consumeOne<T>(input);
        return visible(await base.consumeOne<T>({ ...input, where: hiddenWhere(input.where) }));
      },
    };
  }

  return {
    /** What stands for the token of a session whose token nobody knows. */
    handleOf,
    /** An adapter of the library whose sessions are kept as hashes. */
    hashing: (base: DBAdapter<BetterAuthOptions>): DBAdapter<BetterAuthOptions> => ({
      ...base,
      ...transacted(base),
      transaction: (work) => base.transaction((trx) => work(transacted(trx))),
    }),
    /** Runs one request of the library: tokens that it shows are put back into its rows. */
    within: <T>(work: () => Promise<T>): Promise<T> => shown.run(new Map(), work),
  };
}

export type SessionTokens = ReturnType<typeof createSessionTokens>;
