import { type FeedId, registeredFeeds } from '#domain/feeds/feed.js';
import { createMerchantFeed } from '#operations/merchant-feed/merchant-feed.js';
import { createSocialFeed } from '#operations/social-catalog/social-feed.js';
import type { Platform } from '#operations/platform.js';
import type { Feed } from './feed.js';

const makers: Partial<Record<FeedId, (platform: Platform) => Feed>> = {
  merchant: createMerchantFeed,
  social: createSocialFeed,
};

/** The feeds of this installation, by their ids. */
export function createFeeds(platform: Platform): Map<FeedId, Feed> {
  return new Map(
    registeredFeeds.flatMap((id) => {
      const make = makers[id];
      return make ? [[id, make(platform)] as const] : [];
    }),
  );
}
