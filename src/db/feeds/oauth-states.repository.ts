import { execute } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { FeedId } from '#domain/feeds/feed.js';

/** States of consents that are under way, as hashes: what leaks from here opens nothing. */
export function createOauthStatesRepository() {
  return {
    async insert(
      tx: Tx,
      state: { stateHash: string; feed: FeedId; browserHash: string | null; expiresAt: Date },
    ): Promise<void> {
      await tx('feeds_oauth_states').insert(state);
    },

    /** Uses a state up. False for one that is unknown, used, expired or of another browser; the first call spends it. */
    async spend(
      tx: Tx,
      state: { stateHash: string; feed: FeedId; browserHash: string | null; now: Date },
    ): Promise<boolean> {
      const [row] = await tx('feeds_oauth_states')
        .where({ stateHash: state.stateHash, feed: state.feed })
        .delete()
        .returning(['browserHash', 'expiresAt']);
      return !!row && row.expiresAt > state.now && row.browserHash === state.browserHash;
    },

    async deleteExpired(tx: Tx, before: Date, limit: number): Promise<number> {
      return execute(
        tx,
        `delete from feeds_oauth_states where state_hash in (
           select state_hash from feeds_oauth_states where expires_at < ? limit ?)`,
        [before, limit],
      );
    },
  };
}
