import { execute } from '#db/kernel/query.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { FeedId } from '#domain/feeds/feed.js';
import { newId } from '#lib/ids.js';

export interface Revocation {
  id: string;
  feed: FeedId;
  /** Encrypted. */
  credentials: string;
  createdAt: Date;
}

/** Credentials of ended connections, until the remote side has revoked them. */
export function createRevocationsRepository() {
  return {
    async insert(tx: Tx, feed: FeedId, credentials: string): Promise<string> {
      const id = newId();
      await tx('feeds_revocations').insert({ id, feed, credentials });
      return id;
    },

    async find(reader: Reader, id: string): Promise<Revocation | undefined> {
      return (await reader('feeds_revocations').where({ id }).first()) as Revocation | undefined;
    },

    async delete(tx: Tx, id: string): Promise<boolean> {
      return (await tx('feeds_revocations').where({ id }).delete()) > 0;
    },

    async deleteOlder(tx: Tx, before: Date, limit: number): Promise<number> {
      return execute(
        tx,
        `delete from feeds_revocations where id in (select id from feeds_revocations where created_at < ? limit ?)`,
        [before, limit],
      );
    },
  };
}
