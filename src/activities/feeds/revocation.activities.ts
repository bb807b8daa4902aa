import { createRevocationsRepository } from '#db/feeds/revocations.repository.js';
import { originOf, systemContext } from '#domain/_shared/context.js';
import type { FeedId } from '#domain/feeds/feed.js';
import { feedsEvents } from '#domain/feeds/feeds.events.js';
import type { FeedCredentials } from '#operations/feeds/feed-tokens.js';
import type { Platform } from '#operations/platform.js';
import type { RevokeFeedInput } from '#workflows/feeds/feeds.contract.js';

/** Ends credentials at the remote side of a feed. */
export type Revoke = (credentials: FeedCredentials) => Promise<void>;

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'keyring' | 'clock' | 'outbox'> & {
  revoke: Readonly<Record<FeedId, Revoke>>;
};

export function createRevocationActivities({ knex, unitOfWork, keyring, clock, outbox, revoke }: Deps) {
  const revocations = createRevocationsRepository();
  return {
    /** @throws while the remote side cannot be reached */
    async revokeCredentials({ feed, revocationId }: RevokeFeedInput): Promise<void> {
      const row = await revocations.find(knex, revocationId);
      if (row) await revoke[feed](JSON.parse(keyring.decrypt(row.credentials)) as FeedCredentials);
    },

    async forgetRevocation({ feed, revocationId, origin }: RevokeFeedInput): Promise<void> {
      const ctx = systemContext(origin, clock.now());
      await unitOfWork.run(ctx, async (tx) => {
        if (!(await revocations.delete(tx, revocationId))) return;
        outbox.append(tx, originOf(ctx), feedsEvents.revoked, feed, { feed, revocationId });
      });
    },
  };
}

export type RevocationActivities = ReturnType<typeof createRevocationActivities>;
