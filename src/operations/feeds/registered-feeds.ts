import type { FeedId } from '#domain/feeds/feed.js';
import type { Platform } from '#operations/platform.js';
import type { Feed } from './feed.js';

/** The feeds of this installation, by their ids: the port `feedTargets` of each plugin. */
export function createFeeds(platform: Platform): Map<FeedId, Feed> {
  return new Map(
    platform.ports.feedTargets.map((create) => {
      const feed = create(platform);
      return [feed.id, feed];
    }),
  );
}
