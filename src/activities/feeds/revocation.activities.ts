import { createRevocationsRepository } from '#db/feeds/revocations.repository.js';
import { originOf, systemContext } from '#domain/_shared/context.js';
import type { FeedId } from '#domain/feeds/feed.js';
import { feedsEvents } from '#domain/feeds/feeds.events.js';
import type { Feed, FeedCredentials } from '#operations/feeds/feed.js';
import type { Platform } from '#operations/platform.js';
import type { RevokeFeedInput } from '#workflows/feeds/feeds.contract.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'keyring' | 'clock' | 'outbox'> & {
  feeds: ReadonlyMap<FeedId, Pick<Feed, 'revoke'>>;
};

export function createRevocationActivities({ knex, unitOfWork, keyring, clock, outbox, feeds }: Deps) {
  const revocations = createRevocationsRepository();
  return {
    /** Nobody can revoke what a plugin that was taken out has left. @throws while the remote side cannot be reached */
    async revokeCredentials({ feed, revocationId }: RevokeFeedInput): Promise<void> {
      const row = await revocations.find(knex, revocationId);
      if (!row) return;
      await feeds.get(feed)?.revoke(JSON.parse(keyring.decrypt(row.credentials)) as FeedCredentials);
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
