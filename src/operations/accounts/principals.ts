import { apiKeyPrincipal, type KnownPrincipal, sessionPrincipal } from '#db/accounts/principal.query.js';
import type { Knex } from '#db/kernel/knex.js';
import { sha256 } from '#lib/crypto.js';
import type { LiveChannel } from '#db/kernel/live-channel.js';

/** How long a principal is cached when no change of it arrives. */
const FRESH_MS = 5_000;
const MAX_ENTRIES = 10_000;

/** Who tokens and keys stand for, cached for five seconds and dropped at once when any process changes them. */
export interface Principals {
  bySession(token: string): Promise<KnownPrincipal | null>;
  byApiKey(key: string, address: string | undefined): Promise<KnownPrincipal | null>;
  /** Forgets what is known of a user, or of everybody, in this process; the live channel reaches the others. */
  forget(userId?: string): void;
}

interface Entry {
  principal: Promise<KnownPrincipal | null>;
  /** Undefined while it is being read: a change that arrives then may concern it. */
  userId?: string;
  /** Milliseconds since the epoch. */
  until: number;
}

export function createPrincipals(options: { knex: Knex; live: LiveChannel }): Principals {
  const entries = new Map<string, Entry>();

  function forget(userId?: string): void {
    for (const [key, entry] of entries) {
      if (!userId || entry.userId === undefined || entry.userId === userId) entries.delete(key);
    }
  }

  function makeRoom(): void {
    const now = Date.now();
    for (const [key, entry] of entries) if (entry.until <= now) entries.delete(key);
    for (const key of entries.keys()) {
      if (entries.size < MAX_ENTRIES) return;
      entries.delete(key);
    }
  }

  async function remember(key: string, load: () => Promise<KnownPrincipal | null>) {
    const known = entries.get(key);
    if (known && known.until > Date.now()) return known.principal;
    if (entries.size >= MAX_ENTRIES) makeRoom();
    const entry: Entry = { principal: load(), until: Date.now() + FRESH_MS };
    entries.set(key, entry);
    const dropOwn = () => {
      if (entries.get(key) === entry) entries.delete(key);
    };
    try {
      const principal = await entry.principal;
      // Who is unknown now may sign in the next moment, and guesses must not fill the memory.
      if (!principal) dropOwn();
      else {
        entry.userId = principal.userId;
        entry.until = Math.min(entry.until, principal.validUntil?.getTime() ?? Infinity);
      }
      return principal;
    } catch (error) {
      dropOwn();
      throw error;
    }
  }

  options.live.subscribe('principal', forget);
  return {
    bySession: (token) => remember(`session ${token}`, () => sessionPrincipal(options.knex, token)),
    byApiKey: (key, address) => {
      const hash = sha256(key);
      return remember(`key ${hash} ${address}`, () => apiKeyPrincipal(options.knex, hash, address ?? null));
    },
    forget,
  };
}
